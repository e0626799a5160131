"""The exchange in types: what it takes and what it answers.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""
