"""The rules of 跑胡子 as pure functions: cards, melds, rule sets, scoring, verification."""
