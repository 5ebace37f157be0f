"""Files spoiled at random, from a seed: the same number always spoils the same file in the same way."""

import random

SPLINTERS = [
    *b'[]{}()"\\;%#^*+-=$!?|,.:/\r\n\t\x00\x1a\x7f\xff\xc3\xe2 ',
    b"\n\n",
    b'[Deal "',
    b'"]',
    b'[Note "1:',
    b"##",
    b"=1=",
    b"$7",
    b"^S ^I ",
    b"^R",
    b"AP",
    b"- - - -",
    b"{",
    b"}",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"md|3S",
    b"qx|o7|",
    b"vg|",
    b"rs|4HN=,",
    b"mb|1C!|an|",
    b"pc|SA|",
    b"mc|14|",
    b"pn|,,|",
    b"%7C",
    b"9" * 30,
    "é♥٣\u2028\x85\ufeff".encode(),
]


def spoiled(data: bytes, other: bytes, seed: int) -> bytes:
    """*data* with one to eight faults; some of them put pieces of *other* into it."""
    rng = random.Random(seed)
    found = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        _spoil(found, other, rng)
    return bytes(found)


def _spoil(found: bytearray, other: bytes, rng: random.Random) -> None:
    at = rng.randrange(len(found) + 1)
    length = min(rng.choice((1, 1, 2, 5, 20, 200)), len(found) - at)
    kind = rng.randrange(8)
    if kind == 0:
        del found[at : at + length]
    elif kind == 1:
        found[at : at + length] = bytes(rng.randrange(256) for _ in range(length))
    elif kind == 2:
        found[at:at] = found[at : at + length] * rng.choice((1, 1, 3))
    elif kind == 3:
        start = rng.randrange(len(other) + 1)
        found[at : at + length] = other[start : start + rng.randrange(300)]
    elif kind == 4:
        _swap_lines(found, rng)
    elif kind == 5 and rng.random() < 0.2:
        del found[at:]
    else:
        splinter = rng.choice(SPLINTERS)
        found[at:at] = bytes([splinter]) if isinstance(splinter, int) else splinter


def _swap_lines(found: bytearray, rng: random.Random) -> None:
    lines = found.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    found[:] = b"\n".join(lines)
