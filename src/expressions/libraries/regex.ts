import { metered, type CallCost, type Library } from '../functions'
import { matchesIn } from '../patterns'

/** Cost of `matches`: a tenth of the text, plus one, times a quarter of the pattern. */
const cost: CallCost = ([text = 0, pattern = 0]) => Math.ceil((text + 1) * 0.1) * Math.ceil(pattern * 0.25)

/** Regular expression functions that return matches. */
export const REGEX: Library = [
  metered(
    'string::find(string) string',
    (meter, text: string, pattern: string) => matchesIn(meter, text, pattern, 1)[0] ?? '',
    cost,
  ),
  metered(
    'string::findAll(string) list(string)',
    (meter, text: string, pattern: string) => matchesIn(meter, text, pattern, Infinity),
    cost,
  ),
  metered(
    'string::findAll(string, int) list(string)',
    (meter, text: string, pattern: string, limit: bigint) =>
      matchesIn(meter, text, pattern, limit < 0n ? Infinity : Number(limit)),
    cost,
  ),
]
