"""Spreadsheets that are not UTF-8 are read in the encoding that makes words of their bytes, and that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofdeck.ground.problems import Problems
from proofdeck.source.cards.spreadsheet import read_cards

TABLES = (
    ("cp1252", "Windows-1252", "Name,Kosten\nBär,2\nGröße für Öl,3\n"),
    ("cp1252", "Windows-1252", "Nom,Texte\nChâteau,Défaussez à nouveau\n"),
    ("cp1252", "Windows-1252", "Nome,Testo\nCittà,Pesca è però così\n"),
    ("cp1252", "Windows-1252", "name,text\nCafé,“Hello” – it’s €5 ½\n"),
    ("cp1252", "Windows-1252", "nafn,texti\nÁlfur,það er þú\n"),
    ("cp1252", "Windows-1252", "Navn,Tekst\nØrn,Træk på kort\n"),
    ("cp1250", "Windows-1250", "Nazwa,Opis\nŻołnierz,Pociągnij kartę i odrzuć inną\n"),
    ("cp1250", "Windows-1250", "Název,Text\nKůň,Lízni si kartu a šťastně běž\n"),
    ("cp1251", "Windows-1251", "Название,Текст\nКолодец,Возьмите карту\n"),
    ("cp1253", "Windows-1253", "Όνομα,Κείμενο\nΠηγάδι,Τράβηξε μια κάρτα\n"),
    ("cp1254", "Windows-1254", "İsim,Metin\nDeğirmen,Bir kart çek ve şans dene\n"),
    ("cp1255", "Windows-1255", "שם,טקסט\nבאר,קח קלף אחד\n"),
    ("cp1256", "Windows-1256", "الاسم,النص\nبئر,اسحب بطاقة واحدة من الكومة\n"),
    ("koi8-r", "KOI8-R", "Название,Текст\nКолодец,Возьмите карту\n"),
    ("cp932", "Shift JIS", "名前,効果\n井戸,カードを引く\n"),
    ("gb18030", "GB 18030", "名称,效果\n水井,抽一张牌\n"),
    ("big5", "Big5", "名稱,效果\n水井,抽一張牌\n"),
    ("cp949", "Korean Windows-949", "이름,효과\n우물,카드를 뽑는다\n"),
    ("mac-roman", "Mac Roman", "Name,Text\nBär,Größe zählt für König\n"),
)


@pytest.mark.parametrize(("encoding", "called", "table"), TABLES)
def test_a_table_is_read_in_the_encoding_in_which_it_was_saved(
    encoding: str, called: str, table: str, tmp_path: Path
) -> None:
    file = tmp_path / "deck.csv"
    file.write_bytes(table.encode(encoding))
    found = read_cards(file, "deck.csv", problems := Problems(), default_game="demo")
    rows = [line.split(",") for line in table.splitlines()[1:]]
    assert [[*map(str, card.fields.values())][:2] for card in found["demo"]] == rows
    (problem,) = problems
    assert (problem.code, called in problem.message) == ("W101", True), problem
