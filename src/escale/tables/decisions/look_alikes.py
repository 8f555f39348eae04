"""Letters of other scripts that look like Latin ones, by their code points.

A part of the confusables of Unicode Technical Standard 39, as confusable-homoglyphs 3.3.1 ships
them: letters and digits of the basic plane that no normalisation changes. Copyright 1991-2024
Unicode, Inc., https://www.unicode.org/license.txt
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

_BY_LETTER: Final = {
    "a": "0251 03b1 0430",
    "b": "0184 042c 13cf 1472 15af",
    "c": "0441 1d04 2ca5 abaf",
    "d": "0501 13e7 146f a4d2",
    "e": "0435 04bd ab32",
    "f": "0584 1e9d a799 ab35",
    "g": "018d 0261 0581 1d83",
    "h": "04bb 0570 13c2",
    "i": "0131 0269 026a 03b9 0456 04cf 13a5 a647 ab75",
    "j": "03f3 0458",
    "l": "0196 01c0 0399 0406 04c0 05d5 05df 0627 0661 06f1 07ca 16c1 2c92 2d4f a4f2",
    "n": "0578 057c",
    "o": (
        "03bf 03c3 043e 0585 05e1 0647 0665 06be 06c1 06d5 06f5 0966 0a66 0ae6 0be6 0c66 "
        "0ce6 0d20 0d66 0e50 0ed0 101d 1040 10ff 1d0f 1d11 2c9f ab3d"
    ),
    "p": "03c1 0440 2ca3",
    "q": "051b 0563 0566",
    "r": "0433 1d26 2c85 ab47 ab48 ab81",
    "s": "01bd 0455 a731 abaa",
    "u": "028b 03c5 057d 1d1c a79f ab4e ab52",
    "v": "03bd 0475 05d8 1d20 aba9",
    "w": "026f 0461 051d 0561 1d21 ab83",
    "x": "0445 1541 157d",
    "y": "0263 028f 03b3 0443 04af 10e7 1d8c 1eff ab5a",
    "z": "1d22 ab93",
    "A": "0391 0410 13aa 15c5 a4ee",
    "B": "0392 0412 13f4 15f7 a4d0 a7b4",
    "C": "0421 13df 2ca4 a4da",
    "D": "13a0 15de 15ea a4d3",
    "E": "0395 0415 13ac 2d39 a4f0",
    "F": "03dc 15b4 a4dd a798",
    "G": "050c 13c0 13f3 a4d6",
    "H": "0397 041d 13bb 157c 2c8e a4e7",
    "J": "037f 0408 13ab 148d a4d9 a7b2",
    "K": "039a 041a 13e6 16d5 2c94 a4d7",
    "L": "13de 14aa 2cd0 a4e1",
    "M": "039c 03fa 041c 13b7 15f0 16d6 2c98 a4df",
    "N": "039d 2c9a a4e0",
    "O": "039f 041e 0555 07c0 09e6 0b20 0b66 12d0 2c9e 2d54 3007 a4f3",
    "P": "03a1 0420 13e2 146d 2ca2 a4d1",
    "Q": "2d55",
    "R": "01a6 13a1 13d2 1587 a4e3",
    "S": "0405 054f 13d5 13da a4e2",
    "T": "03a4 0422 13a2 2ca6 a4d4",
    "U": "054d 1200 144c a4f4",
    "V": "0474 0667 06f7 13d9 142f 2d38 a4e6 a6df",
    "W": "051c 13b3 13d4 a4ea",
    "X": "03a7 0425 16b7 2cac 2d5d a4eb a7b3",
    "Y": "03a5 0423 04ae 13a9 13bd 2ca8 a4ec",
    "Z": "0396 13c3 a4dc",
    "2": "01a7 03e8 14bf a644 a6ef a75a",
    "3": "01b7 021c 0417 04e0 2ccc a76a a7ab",
    "4": "13ce",
    "5": "01bc",
    "6": "0431 13ee 2cd2",
    "8": "0222 0223 09ea 0a6a",
    "9": "09ed 0a67 0b68 0d6d 2cca a76e",
}

LOOK_ALIKES: Final = MappingProxyType(
    {int(code, 16): letter for letter, codes in _BY_LETTER.items() for code in codes.split()}
)
"""For `str.translate`."""
