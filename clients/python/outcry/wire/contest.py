"""Requests and answers of /contest.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, List, Literal, NotRequired, TypeAlias, TypedDict


class ContestListRequest(TypedDict):
    pass


class ContestListAnswerList(TypedDict):
    contest: str
    title: str
    phase: str
    practice: bool
    startMs: float
    endMs: float


class ContestListAnswer(TypedDict):
    list: List[ContestListAnswerList]


class ContestInfoRequest(TypedDict):
    # Id of the contest
    id: Decimal | float | str


class ContestInfoAnswerPhases(TypedDict):
    phase: str
    t: float
    # Of its leaf
    index: float


class ContestInfoAnswerTeams(TypedDict):
    team: str
    name: str
    state: str
    modelClass: str


class ContestInfoAnswer(TypedDict):
    # As in the leaf of the contest
    config: dict[str, Any]
    phase: str
    phases: List[ContestInfoAnswerPhases]
    teams: List[ContestInfoAnswerTeams]


class ContestLeaderboardRequest(TypedDict):
    # Id of the contest
    id: Decimal | float | str
    # Epoch ms; the latest sample until then
    at: NotRequired[Decimal | float | str | None]


class ContestLeaderboardAnswerRowsGrades(TypedDict):
    A: float
    B: float
    C: float
    D: float
    U: float
    X: float


class ContestLeaderboardAnswerRows(TypedDict):
    rank: float
    team: str
    name: str
    # null: eliminated
    score: str | None
    # USDT
    pnl: str
    # 1e-8
    return8: str
    # Millionths of the peak
    mddPpm: float
    # 1e-6
    sharpe6: str | None
    # 1e-6
    sortino6: str | None
    # 1e-6
    romad6: str | None
    # Counted orders with a fill, by the sample
    filled: float
    # Of the report, as grades, level and verdict are; 0 before the first
    coveredPpm: float
    grades: ContestLeaderboardAnswerRowsGrades | None
    # Evidence level that half of its counted orders reach; null: none, or no report yet
    level: float | None
    # Counted orders whose log the team signed, by the report; null: it registered no key, or there is no report
    # yet
    signed: float | None
    # VERIFIED, REVIEW or INSUFFICIENT
    verdict: str | None
    # Rules that found something, by the same report
    notes: List[str]
    provisional: bool
    # What judges decided about it: cleared, warned, disqualified; upheld or overturned on appeal. The verdict is
    # that of the report all the same
    decided: str | None


class ContestLeaderboardAnswerUnranked(TypedDict):
    team: str
    name: str
    # minFilledOrders by the sample; withdrawn or disqualified at once
    reason: str
    # Counted orders with a fill, by the sample
    filled: float


class ContestLeaderboardAnswerSkillRows(TypedDict):
    team: str
    # 1e-8; 90 % of the returns drawn lie between low8 and high8
    low8: float
    # 1e-8
    high8: float
    # Of a million draws, how many have it above the next row; null: it is the last
    beatsNextPpm: float | None
    # Of a million agents by coin, how many returned as much or more; null: there are none
    coinsPpm: float | None


class ContestLeaderboardAnswerSkillCoins(TypedDict):
    agents: float
    # 1e-8; 90 % of their returns lie between low8 and high8
    low8: float
    # 1e-8; half of them returned less
    middle8: float
    # 1e-8
    high8: float
    # Part of the time in the market, as the teams
    presentPpm: float
    # Positions in parts of equity, as the teams
    sharePpm: float
    # 1e-8 of what they traded, as the teams
    fee8: float


class ContestLeaderboardAnswerSkill(TypedDict):
    # Of the last sample it is of, epoch ms
    at: float
    # Of the leaves it follows from
    logSize: float
    # Of the log at that size; it seeds what is drawn
    beacon: str
    # From sample to sample, that were drawn from
    changes: float
    # How many of them stay together
    block: float
    draws: float
    # The teams that were ranked then, in that order
    rows: List[ContestLeaderboardAnswerSkillRows]
    # Agents who decide by coin, at the same marks; null: nobody traded
    coins: ContestLeaderboardAnswerSkillCoins | None


class ContestLeaderboardAnswer(TypedDict):
    contest: str
    # Of the sample that scores, returns, PnL and fills are of; 0 before the first
    at: float
    # Of the report that coverage, grades, levels and verdicts are of; null before the first
    reportAt: float | None
    phase: str
    hidden: bool
    rows: List[ContestLeaderboardAnswerRows]
    unranked: List[ContestLeaderboardAnswerUnranked]
    # How sure the returns are, by the report; null: too few samples, no report, or hidden
    skill: ContestLeaderboardAnswerSkill | None


class ContestTeamRequest(TypedDict):
    # Id of the contest
    id: Decimal | float | str
    # Id of the team
    team: Decimal | float | str


class ContestTeamAnswerStanding(TypedDict):
    # USDT
    pnl: str
    # 1e-8
    return8: str
    # Millionths of the peak
    mddPpm: float
    # 1e-6
    sharpe6: str | None
    # 1e-6
    sortino6: str | None
    # 1e-6
    romad6: str | None
    # Counted orders with a fill, by the sample
    filled: float
    # Of the report, as grades, level and verdict are; 0 before the first
    coveredPpm: float
    grades: ContestLeaderboardAnswerRowsGrades | None
    # Evidence level that half of its counted orders reach; null: none, or no report yet
    level: float | None
    # Counted orders whose log the team signed, by the report; null: it registered no key, or there is no report
    # yet
    signed: float | None
    # VERIFIED, REVIEW or INSUFFICIENT
    verdict: str | None
    # Rules that found something, by the same report
    notes: List[str]
    provisional: bool
    # What judges decided about it: cleared, warned, disqualified; upheld or overturned on appeal. The verdict is
    # that of the report all the same
    decided: str | None


class ContestTeamAnswerPositions(TypedDict):
    # New for every term, from open to fully closed
    id: float
    symbol: str
    # LONG or SHORT
    side: str
    leverage: str
    size: str
    # What its size cost, USDT
    openValue: str
    # At the mark; null: the contract has no mark price
    pnl: str | None
    # When it was opened, epoch ms
    t: float


class ContestTeamAnswerFindings(TypedDict):
    count: float
    # Leaf indices, the first 50; none until the contest is final, but for the team itself, or where disclosed
    evidence: List[float]
    limit: str | None
    # V01 to V18
    rule: str
    # H, M, L, I, REVIEW or INSUFFICIENT
    severity: str
    value: str | None
    # The team that was first, where another is concerned
    first: str | None
    # The other teams or accounts that are concerned
    others: List[str]
    # How many counted orders it touches; null: it is not about orders
    touched: float | None


class ContestTeamAnswerCasesDecisions(TypedDict):
    # Of its leaf
    index: float
    # Epoch ms
    t: float
    # cleared, warned or disqualified; of an appeal upheld or overturned
    outcome: str
    # How many decided it
    judges: float


class ContestTeamAnswerCases(TypedDict):
    case: str
    state: str
    # cleared, warned or disqualified; overturned
    outcome: str | None
    # Of the decision
    rules: List[str]
    # Of the decision
    publicText: str
    # As their leaves say, the first one first
    decisions: List[ContestTeamAnswerCasesDecisions]


class ContestTeamAnswerDisclosure(TypedDict):
    what: str
    delayMs: float


class ContestTeamAnswer(TypedDict):
    # Of the sample the row is of; 0 before the first
    at: float
    # Of the report its coverage, grades, level, verdict and findings are of; null: none yet
    reportAt: float | None
    # null: it is not ranked
    row: ContestLeaderboardAnswerRows | None
    # Ranked or not; null: it is on no board
    standing: ContestTeamAnswerStanding | None
    # Open ones as of now, not of the sample; null unless the contest is live and discloses them at once
    positions: List[ContestTeamAnswerPositions] | None
    models: List[str]
    # Ed25519, base64: it signs its AI logs with it; null: it signs none
    publicKey: str | None
    state: str
    # Of the report in force
    findings: List[ContestTeamAnswerFindings]
    # Decided ones
    cases: List[ContestTeamAnswerCases]
    disclosure: ContestTeamAnswerDisclosure


class ContestEquityRequest(TypedDict):
    # Id of the contest
    id: Decimal | float | str
    # Ids of at most 12 teams, separated by commas
    teams: Decimal | float | str
    # How many samples, spread evenly
    points: NotRequired[Decimal | float | str | None]


class ContestEquityAnswerSeries(TypedDict):
    team: str
    return8: List[str | None]


class ContestEquityAnswer(TypedDict):
    t: List[float]
    series: List[ContestEquityAnswerSeries]
    benchmark: List[str | None]


ContestNoticesRequest: TypeAlias = ContestInfoRequest


class ContestNoticesRow(TypedDict):
    # Of its leaf
    index: float
    t: float
    # contest, team, outage, report, verdict, or notice: of the organiser
    kind: str
    # In one line
    text: str
    # What its leaf says: phase; team, name, state, frozen, by and reason; cause, from and to; logSize and
    # reportSha256; outcome, rules and text; of a notice text and pinned, or which notice was changed and how
    says: dict[str, Any]
    pinned: NotRequired[bool]
    # Of a notice that was taken back: index of the leaf that says so
    withdrawn: NotRequired[float]


ContestNoticesAnswer: TypeAlias = List[ContestNoticesRow]


ContestRulesetRequest: TypeAlias = ContestInfoRequest


class ContestRulesetAnswer(TypedDict):
    sha256: str
    # Of its leaf
    index: float
    ruleset: dict[str, Any]


ContestBundleRequest: TypeAlias = ContestInfoRequest


ContestBundleAnswer: TypeAlias = bytes


ContestOwnBundleRequest: TypeAlias = ContestInfoRequest


ContestOwnBundleAnswer: TypeAlias = bytes


ContestMeRequest: TypeAlias = ContestListRequest


class ContestMeAnswerCasesSaidFiles(TypedDict):
    name: str
    sha256: str
    # Bytes
    size: float


class ContestMeAnswerCasesSaid(TypedDict):
    # notice, answer or appeal
    step: str
    at: float
    sha256: str | None
    text: str | None
    files: List[ContestMeAnswerCasesSaidFiles]


class ContestMeAnswerCases(TypedDict):
    case: str
    state: str
    # Until when the notice may be answered; null when it can not be
    dueAt: float | None
    # Until when the decision may be appealed; null when it can not be
    appealDueAt: float | None
    # cleared, warned or disqualified once decided; overturned
    outcome: str | None
    # Of the decision
    rules: List[str]
    # Of the decision
    publicText: str | None
    # Given, of twenty
    answers: float
    # Sent with them, of twenty
    files: float
    # The notice, and what you said, in order
    said: List[ContestMeAnswerCasesSaid]


class ContestMeAnswer(TypedDict):
    # null: in none that is not over
    contest: str | None
    team: str | None
    state: str | None
    # By the latest sample; null: unranked
    rank: float | None
    # Counted orders with a fill, up to now
    filled: float
    channels: List[str]
    symbols: List[str]
    cases: List[ContestMeAnswerCases]
    # Of the report in force; V16 is told to the team alone
    findings: List[ContestTeamAnswerFindings]


class ContestRegisterRequest(TypedDict):
    # Id of the contest
    contestId: Decimal | float | str
    # 2 to 32 letters, digits, spaces and . _ - ' ’ · & of any script, in Unicode form NFC, nobody else’s
    teamName: Decimal | float | str
    # llm, ml or hybrid
    modelClass: Decimal | float | str
    # Models you may use, at most 20; a * at the end, after 3 characters at least, stands for anything
    models: NotRequired[Sequence[str] | None]
    # Codes of the members, not their names; at most 20
    members: Sequence[str]
    # Ed25519 public key that your AI logs are signed with, 32 bytes as base64; fixed from then on
    publicKey: NotRequired[Decimal | float | str | None]


class ContestRegisterAnswer(TypedDict):
    contestId: str
    team: str


class ContestModelsRequest(TypedDict):
    # Id of the contest
    contestId: Decimal | float | str
    # At most 20 with those before; a * at the end, after 3 characters at least, stands for anything
    models: Sequence[str]


class ContestModelsAnswer(TypedDict):
    msg: str
    # Epoch ms
    requestTime: float
    code: str


class ContestWithdrawRequest(TypedDict):
    # Id of the contest
    contestId: Decimal | float | str
    # Why, for everybody to read; one line of at most 200 characters
    reason: Decimal | float | str


ContestWithdrawAnswer: TypeAlias = ContestModelsAnswer


class ContestAnswerRequestFiles(TypedDict):
    # 1 to 100 characters; a plain name of a file: no control or invisible characters, none of / \ : * ? " < > |,
    # no dot or blank at its ends
    name: str
    # Its bytes in base64, at most 393216 of them
    file: str


class ContestAnswerRequest(TypedDict):
    # Id of the contest
    contestId: Decimal | float | str
    # Id of the case
    caseId: Decimal | float | str
    # What you say, at most 20000 characters
    text: Decimal | float | str
    # Files, at most 20 in the whole case
    files: NotRequired[Sequence[ContestAnswerRequestFiles] | None]
    # true: this is all, the case may go on
    waive: NotRequired[bool | Literal["true", "false", "1", "0", 1, 0] | None]


class ContestAnswerAnswer(TypedDict):
    contestId: str
    case: str
    step: str


class ContestAppealRequest(TypedDict):
    # Id of the contest
    contestId: Decimal | float | str
    # Id of the case
    caseId: Decimal | float | str
    # What you say, at most 20000 characters
    text: Decimal | float | str


ContestAppealAnswer: TypeAlias = ContestAnswerAnswer
