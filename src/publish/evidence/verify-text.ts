/** The text a bundle carries for those who unpack it. @param version of the exchange that makes the bundle */
export const verifyText = (version: string): string => `# How to check this bundle

Outcry ${version} made it. That version and every later one check it, on any machine, without asking anybody:

    npm install ./outcry-${version}.tgz        # in an empty folder, with any Node from 20 on
    npx outcry verify BUNDLE.tar.gz --policy POLICY

Take the package from the releases of Outcry, not from whoever gave you this bundle. Without Node, and without a line of
the exchange's code, three files of Python from the package's folder examples check all but the judgement itself
(check_bundle.py, check_board.py, check_log.py):

    python3 check_bundle.py BUNDLE.tar.gz POLICY

POLICY says whom to believe. Take it from somewhere else than this bundle: from the page of the contest, from a sponsor,
from whoever kept it since the start. The file called policy in here is the organiser's word.

We claim: these bytes were recorded by this account at this place in the sequence, before or after that order, and have
not changed since. They agree, or do not agree, with the order.

We do not claim: that the named model produced them, that the inputs were true, or that the decision was good. Somebody
who decides by hand and has a model write a reason before ordering passes evidence levels 0 to 3; only attested or
replayed inference (4, 5) narrows that. Times are our clock; only witness cosignatures carry another.

A team's own bundle from before its contest is final has own-report.json: the part of the report about that team. Who
decided about its orders is checked; grades, findings and verdict are the organiser's word until the whole report is
there.

Where the contest's config has a market, the exchange made the index prices itself, from a seed that was fixed before
and is shown after the end. With that file (REVEALED) and published candles, this checks that they are the seed's:

    npx outcry market verify REVEALED --bundle BUNDLE.tar.gz --candles FOLDER

Exit code 0: it agrees. 1: it agrees, with findings. 2: it is broken. 5: what is shown agrees, and some team can't be
judged from it. What was withheld is named.
`;
