"""`python -m device` is the same as `xingjia`."""

from device.cli import main

main()
