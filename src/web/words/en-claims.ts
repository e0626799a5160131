/**
 * The claims of a log, in English, word for word as every bundle and the command line say it.
 */
export const enClaims = {
  claim: [
    'We claim: ',
    'these bytes were recorded by this account at this place in the sequence, before or after that order, and have not changed since. They agree, or do not agree, with the order.',
  ],
  noClaim: [
    'We do not claim: ',
    'that the named model produced them, that the inputs were true, or that the decision was good. Somebody who decides by hand and has a model write a reason before ordering passes evidence levels 0 to 3; only attested or replayed inference (4, 5) narrows that. Times are our clock; only witness cosignatures carry another.',
  ],
};
