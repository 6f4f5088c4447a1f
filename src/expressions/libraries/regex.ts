import { overload, type CallCost, type Library } from '../functions'
import { matchesIn } from '../patterns'

/** As `matches` costs: a tenth of the text, plus one, times a quarter of the pattern. */
const cost: CallCost = ([text = 0, pattern = 0]) => Math.ceil((text + 1) * 0.1) * Math.ceil(pattern * 0.25)

/** Regular expressions that answer what they found. */
export const REGEX: Library = [
  overload(
    'string::find(string) string',
    (text: string, pattern: string) => matchesIn(text, pattern, 1)[0] ?? '',
    cost,
  ),
  overload(
    'string::findAll(string) list(string)',
    (text: string, pattern: string) => matchesIn(text, pattern, Infinity),
    cost,
  ),
  overload(
    'string::findAll(string, int) list(string)',
    (text: string, pattern: string, limit: bigint) => matchesIn(text, pattern, limit < 0n ? Infinity : Number(limit)),
    cost,
  ),
]
