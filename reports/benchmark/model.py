"""Language models asked about items: by an HTTP endpoint of OpenAI's or Anthropic's shape, or by any command that reads a question and
writes an answer. Nothing of an item's label is sent, and every answer is kept at once."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError

from .baselines import answers
from .items import LABELS

SHAPES = ("openai", "anthropic")
QUESTION = """Does this statement hold at every point of its domain?

Statement: {formula}
Letters: {letters}
Domain: {domain}
{setting}
An identity or a rate speaks of the points where both sides have a value; an inequality, an equivalence and a solution must have one
everywhere. Answer "true" if it holds, "false" if it fails, and "condition missing" if it fails and would hold under one more condition on
its letters. Write as your last line one JSON object:
{{"answer": "true" | "false" | "condition missing", "probability": p}} with p the probability, from 0 to 1, that the statement is true."""
TOKENS = 4096
_LAST = re.compile(r"\{[^{}]*\"answer\"[^{}]*\}")


@dataclass(frozen=True)
class Endpoint:
    """Where a model answers. key: the name of the variable of the environment that holds the key; empty where none is needed."""

    url: str
    shape: str
    model: str
    key: str = ""
    seconds: float = 120.0

    def __call__(self, question: str) -> str:
        """The model's text. Raises TheoremtestError where it does not answer."""
        headers = {"Content-Type": "application/json"}
        secret = os.environ.get(self.key, "") if self.key else ""
        if self.key and not secret:
            raise TheoremtestError(f"the variable {self.key} holds no key")
        if secret:
            headers |= {"x-api-key": secret} if self.shape == "anthropic" else {"Authorization": f"Bearer {secret}"}
        if self.shape == "anthropic":
            headers["anthropic-version"] = "2023-06-01"
        body = {"model": self.model, "max_tokens": TOKENS, "messages": [{"role": "user", "content": question}]}
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=self.seconds) as told:
                found = json.load(told)
            parts = found["content"] if self.shape == "anthropic" else found["choices"][0]["message"]["content"]
            return parts if isinstance(parts, str) else "".join(part.get("text", "") for part in parts)
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise TheoremtestError(f"{self.url} does not answer: {type(error).__name__}: {str(error)[:200]}") from None


@dataclass(frozen=True)
class Command:
    """A command that reads a question from its input and writes its answer."""

    words: str
    seconds: float = 120.0

    def __call__(self, question: str) -> str:
        """What it writes. Raises TheoremtestError where it fails."""
        try:
            done = subprocess.run(shlex.split(self.words), input=question, capture_output=True, text=True, timeout=self.seconds, check=True)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise TheoremtestError(f"{self.words} does not answer: {type(error).__name__}: {str(error)[:200]}") from None
        return done.stdout


def question(item: Mapping) -> str:
    """What is asked of an item: nothing that tells its label."""
    letters = "; ".join(f"{one['latex']}: {one['sort']}" + (f" of shape ({', '.join(one['shape'])})" if one["shape"] else "")
                        for one in item["letters"])
    setting = "Setting: " + "; ".join(item["setting"]) + "\n" if item["setting"] else ""
    return QUESTION.format(formula=item["formula"], letters=letters, domain=item["domain"] or "all values", setting=setting)


def understood(text: str) -> tuple[str | None, float | None]:
    """(answer, probability) of a model's text: its last JSON object with an answer; nothing is guessed from words."""
    for found in reversed(_LAST.findall(text)):
        with contextlib.suppress(ValueError):
            said = json.loads(found)
            answer, chance = said.get("answer"), said.get("probability")
            fits = isinstance(chance, (int, float)) and not isinstance(chance, bool) and 0 <= chance <= 1
            return (answer if answer in LABELS else None), (float(chance) if fits else None)
    return None, None


def run(items: Sequence[Mapping], ask: Callable[[str], str], kept: Path) -> Iterator[tuple[int, int]]:
    """Ask about each item that has no answer yet; yields (done, in all). Raises TheoremtestError where the model does not answer."""
    known = {row["id"] for row in answers(kept)}
    waiting = [item for item in items if item["id"] not in known]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:
        for number, item in enumerate(waiting, start=1):
            text = ask(question(item))
            answer, chance = understood(text)
            file.write(json.dumps({"id": item["id"], "answer": answer, "probability": chance, "text": text}, ensure_ascii=False) + "\n")
            file.flush()
            yield number, len(waiting)
