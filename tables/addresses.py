"""The names and addresses under which other devices of the room reach this machine."""

import contextlib
import socket

# Asking for the way to such an address sends nothing; it only tells which own address would be used.
EXAMPLES = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")


def own_addresses() -> list[str]:
    """IPv4 addresses of this machine, the one of the default route first; empty without a network."""
    found = [address for address in map(address_towards, EXAMPLES) if address]
    with contextlib.suppress(OSError):  # a machine need not know its own name
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def address_towards(destination: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((destination, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def own_names() -> list[str]:
    """The machine's name, and the same as the room's devices find it without a name server."""
    name = socket.gethostname().lower()
    return [name] if name.endswith(".local") else [name, f"{name}.local"]
