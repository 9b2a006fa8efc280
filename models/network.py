"""The two networks: card ends, backs and surfaces as maps; glyphs as twenty faces or none."""

from torch import Tensor, nn
from torch.nn import functional as F

from vision.detector import CHANNELS

MIDDLE = 128  # of a byte: networks see (byte − 128) / 255, so that bytes can go in as they are


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


def packed(pictures: Tensor) -> Tensor:
    """Bytes (N,3,H,W) as the networks take them: (N,12,H/2,W/2) floats about 0.

    Every square of four pixels lies in the channels of one: a network starts at half size, without
    a layer at full size. The order is that of vision.pictures.packed.
    """
    n, c, h, w = pictures.shape
    apart = pictures.reshape(n, c, h // 2, 2, w // 2, 2).permute(0, 3, 5, 1, 2, 4)
    return (apart.reshape(n, 4 * c, h // 2, w // 2).float() - MIDDLE) / 255


class EndNet(nn.Module):
    """Packed pictures (N,12,H/2,W/2), H and W multiples of 32, to maps (N,4·16,H/8,W/8).

    Each of CHANNELS stands four times: for the four quarters of a cell (upper left, upper right,
    lower left, lower right).
    """

    def __init__(self, widths: tuple[int, int, int] = (32, 64, 96), depths: int = 3) -> None:
        super().__init__()
        a, b, c = widths
        self.fine = nn.Sequential(_conv(12, a, 3, 2), _conv(a, a), _conv(a, b, 3, 2), _Residual(b))
        self.coarse = nn.Sequential(_conv(b, c, 3, 2), *(_Residual(c) for _ in range(depths)))
        self.back_up = _conv(c, b, 1)
        self.mix = _Residual(b)
        self.head = _conv(b, b)
        self.maps = nn.Conv2d(b, 4 * len(CHANNELS), 1)
        assert self.maps.bias is not None
        rare = [i for i, name in enumerate(CHANNELS) if name in ("end", "back")]
        for i in rare:
            nn.init.constant_(self.maps.bias[4 * i : 4 * i + 4], -3.5)

    def forward(self, picture: Tensor) -> Tensor:
        """See the class."""
        fine = self.fine(picture)
        coarse = F.interpolate(self.back_up(self.coarse(fine)), scale_factor=2.0)
        out: Tensor = self.maps(self.head(self.mix(fine + coarse)))
        return out


class GlyphNet(nn.Module):
    """Packed crops (N,12,24,24) to logits (N,21), embeddings (N,64) and what still is to be moved.

    The last, (N,4): cos and sin of the turn that would set the glyph upright, and where its middle
    lies (x, y) from the middle of the crop, in crop sides.
    """

    def __init__(self, widths: tuple[int, int, int] = (32, 48, 96)) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _conv(12, a),
            _conv(a, b, 3, 2),
            _Residual(b),
            _conv(b, c, 3, 2),
            _Residual(c),
            _Residual(c),
            _conv(c, 32, 1),
        )
        self.drop = nn.Dropout(0.2)
        self.embed = nn.Linear(32 * 6 * 6, 64)
        self.name = nn.Linear(64, 21)
        self.pose = nn.Linear(32 * 6 * 6, 4)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """See the class."""
        seen = self.drop(self.body(crops).flatten(1))
        embedding = self.embed(seen)
        return self.name(F.relu(embedding)), embedding, self.pose(seen)


def count_parameters(network: nn.Module) -> int:
    """How many numbers a network has learnt."""
    return sum(p.numel() for p in network.parameters())
