import type { EnvironmentOptions } from '../../expressions/environment'
import type { Library } from '../../expressions/functions'
import { ADDRESSES } from '../../expressions/libraries/addresses'
import { AUTHORIZER_FUNCTIONS, AUTHORIZER_SELECTORS } from '../../expressions/libraries/authorizer'
import { LISTS } from '../../expressions/libraries/lists'
import { NAMED_FORMATS } from '../../expressions/libraries/named-formats'
import { OPTIONALS } from '../../expressions/libraries/optionals'
import { QUANTITIES } from '../../expressions/libraries/quantities'
import { REGEX } from '../../expressions/libraries/regex'
import { SEMVER } from '../../expressions/libraries/semver'
import { SET_LIBRARY } from '../../expressions/libraries/sets'
import { STRINGS } from '../../expressions/libraries/strings'
import { URLS } from '../../expressions/libraries/urls'
import { existsAt } from '../releases/ledger'

const LATER_TEXTS = new Set(['format', 'strings.quote'])
/** Functions of the language's text library that the server never had. */
const NEVER = new Set(['reverse'])
const texts = (later: boolean): Library =>
  STRINGS.filter(({ name }) => !NEVER.has(name) && LATER_TEXTS.has(name) === later)

/**
 * Libraries with the release from which on new expressions may use them (documentation, "Expression language options and
 * libraries"): a release after they came, since the one before must be able to read them.
 */
const LIBRARIES: readonly (readonly [since: number, library: Library])[] = [
  [0, texts(false)],
  [0, LISTS],
  [0, REGEX],
  [0, URLS],
  [27, AUTHORIZER_FUNCTIONS],
  [29, OPTIONALS],
  [29, QUANTITIES],
  [30, texts(true)],
  [30, SET_LIBRARY],
  [31, ADDRESSES],
  [32, NAMED_FORMATS],
  [32, AUTHORIZER_SELECTORS],
  [34, SEMVER],
]
/** The same for parts of the language itself. */
const SYNTAX = {
  optionals: { since: 29 },
  mixedNumbers: { since: 29 },
  checkedLiterals: { since: 30 },
  pairs: { since: 33 },
}

/** What expressions of a release may use, beside their variables. */
export const languageOf = (release: number): EnvironmentOptions => ({
  libraries: LIBRARIES.filter(([since]) => existsAt({ since }, release)).map(([, library]) => library),
  homogeneous: true,
  optionals: existsAt(SYNTAX.optionals, release),
  mixedNumbers: existsAt(SYNTAX.mixedNumbers, release),
  checkedLiterals: existsAt(SYNTAX.checkedLiterals, release),
  pairs: existsAt(SYNTAX.pairs, release),
})

/**
 * What expressions may use that no other release has to read, such as those of the server's own configuration: everything that
 * the release itself knows.
 */
export const storedLanguageOf = (release: number): EnvironmentOptions => languageOf(release + 1)
