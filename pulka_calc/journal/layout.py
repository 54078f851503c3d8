"""A line typed with the keyboard switched to the other language: what it would have been."""

from __future__ import annotations

from typing import Final

_ENGLISH: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?~@#$^&"
_RUSSIAN: Final = 'йцукенгшщзхъфывапролджэячсмитьбю.ёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,Ё"№;:?'
_TO_RUSSIAN: Final = str.maketrans(_ENGLISH, _RUSSIAN)
_TO_ENGLISH: Final = str.maketrans(_RUSSIAN, _ENGLISH)


def other_layouts(text: str) -> list[str]:
    """The same keys under the other layouts, where that is another text."""
    return [other for other in (text.translate(_TO_RUSSIAN), text.translate(_TO_ENGLISH)) if other != text]
