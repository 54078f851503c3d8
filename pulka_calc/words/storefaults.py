"""What went wrong with a file on disk, and what to do about it."""

from __future__ import annotations

from typing import Final

from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values

PLAIN: Final[dict[str, Templates]] = {
    "file-directory": (N_("{path} is a folder"), N_("name a file in it")),
    "file-permission": (N_("{path} may not be read or written"), N_("ask its owner, or take another file or folder")),
    "file-exists": (N_("{path} is there already"), N_("take another name; nothing was written over it")),
    "file-busy": (
        N_("another program is writing to {path}"),
        N_("wait until it is done and try again; nothing was written"),
    ),
    "file-changed": (
        N_("{path} was changed by another program at this moment"),
        N_("nothing was written; look at it and try again"),
    ),
    "file-no-space": (N_("there is no space left for {path}"), N_("make some room and try again; nothing was lost")),
    "file-special": (N_("{path} is no ordinary file"), N_('take an ordinary file; "-" reads standard input')),
    "file-pulka": (N_("{path} is a pulka, nothing else is written over it"), N_("take a name that ends differently")),
    "file-kind": (
        N_("{path} is something else, no earlier export of this kind"),
        N_("take another name; nothing was written over it"),
    ),
    "file-other": (N_("{path} could not be read or written: {reason}"), N_("try again, or take another folder")),
}


def _file_missing(values: Values, speech: Speech) -> Described:
    message = speech.say("there is no {path}", path=values["path"])
    if values.get("of") == "rules":
        return Described(message, speech.say("check the name and the folder; pulka rules list shows what there is"))
    return Described(message, speech.say('check the name and the folder, or begin a pulka with "pulka new"'))


def _file_too_big(values: Values, speech: Speech) -> Described:
    if values.get("of") == "rules":
        return Described(
            speech.say("{path} is bigger than {limit} KB", path=values["path"], limit=values["limit"] // 2**10),
            speech.say("this is hardly a file of rules, check the name"),
        )
    return Described(
        speech.say("{path} is bigger than {limit} MB", path=values["path"], limit=values["limit"] // 2**20),
        speech.say("this is hardly a pulka, check the name"),
    )


def _file_not_utf8(values: Values, speech: Speech) -> Described:
    if values["cp1251"]:
        message = speech.say("{path} is not UTF-8, it looks like the Russian Windows encoding cp1251", **values)
    elif values["utf16"]:
        message = speech.say("{path} is not UTF-8, it looks like UTF-16", **values)
    else:
        return Described(
            speech.say("{path} is not UTF-8: line {line}, column {column}", **values),
            speech.say("save it as UTF-8 in a text editor"),
        )
    encoding = "cp1251" if values["cp1251"] else "utf-16"
    kind = ".toml" if values.get("of") == "rules" else ".pulka"
    return Described(
        message,
        speech.say(
            "save it as UTF-8 in a text editor, or convert it: {command}",
            command=f"iconv -f {encoding} -t utf-8 in{kind} > out{kind}",
        ),
    )


TOLD: Final[dict[str, Teller]] = {
    "file-missing": _file_missing,
    "file-too-big": _file_too_big,
    "file-not-utf8": _file_not_utf8,
}
