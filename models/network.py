"""The two networks: card ends and backs as maps, glyphs as twenty faces or none."""

from torch import Tensor, nn
from torch.nn import functional as F

from vision.detector import CHANNELS


def _conv(a: int, b: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(a, b, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(True)
    )


class _Residual(nn.Module):
    """Two 3×3 convolutions with a way around them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Same shape in and out."""
        return F.relu(x + self.second(self.first(x)))


class EndNet(nn.Module):
    """Pictures (N,3,H,W) 0…1, sides multiples of 32, to the maps (N,14,H/4,W/4) of CHANNELS."""

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 48, 72)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.fine = nn.Sequential(_conv(3, a, 3, 2), _conv(a, b, 3, 2), _Residual(b))
        self.middle = nn.Sequential(_conv(b, c, 3, 2), _Residual(c), _Residual(c))
        self.coarse = nn.Sequential(_conv(c, d, 3, 2), _Residual(d), _Residual(d), _Residual(d))
        self.to_middle = _conv(d, c, 1)
        self.mix_middle = _Residual(c)
        self.to_fine = _conv(c, b, 1)
        self.mix_fine = _Residual(b)
        self.head = nn.Sequential(_conv(b, 48), nn.Conv2d(48, len(CHANNELS), 1))
        last = self.head[1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        nn.init.constant_(last.bias[:2], -3.5)  # ends and backs are rare

    def forward(self, picture: Tensor) -> Tensor:
        """See the class."""
        fine = self.fine(picture - 0.5)
        middle = self.middle(fine)
        coarse = self.to_middle(self.coarse(middle))
        middle = self.mix_middle(middle + F.interpolate(coarse, scale_factor=2.0))
        fine = self.mix_fine(fine + F.interpolate(self.to_fine(middle), scale_factor=2.0))
        out: Tensor = self.head(fine)
        return out


class GlyphNet(nn.Module):
    """Crops (N,3,48,48) 0…1 to logits (N,21) and embeddings (N,64)."""

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w = width
        self.body = nn.Sequential(
            _conv(3, w, 3, 2),
            _conv(w, w),
            _conv(w, 2 * w, 3, 2),
            _Residual(2 * w),
            _conv(2 * w, 4 * w, 3, 2),
            _Residual(4 * w),
            _Residual(4 * w),
            _conv(4 * w, 32, 1),
        )
        self.drop = nn.Dropout(0.2)
        self.embed = nn.Linear(32 * 6 * 6, 64)
        self.name = nn.Linear(64, 21)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        seen = self.body(crops - 0.5).flatten(1)
        embedding = self.embed(self.drop(seen))
        return self.name(F.relu(embedding)), embedding


def count_parameters(network: nn.Module) -> int:
    """How many numbers a network has learnt."""
    return sum(p.numel() for p in network.parameters())
