import type { EnvironmentOptions } from '../../expressions/environment'
import type { Library } from '../../expressions/functions'
import { ADDRESSES } from '../../expressions/libraries/addresses'
import { AUTHORIZER_FUNCTIONS, AUTHORIZER_SELECTORS } from '../../expressions/libraries/authorizer'
import { LIST_OPERATIONS } from '../../expressions/libraries/list-operations'
import { LISTS } from '../../expressions/libraries/lists'
import { NAMED_FORMATS } from '../../expressions/libraries/named-formats'
import { OPTIONALS } from '../../expressions/libraries/optionals'
import { QUANTITIES } from '../../expressions/libraries/quantities'
import { REGEX } from '../../expressions/libraries/regex'
import { SEMVER } from '../../expressions/libraries/semver'
import { SERVER_FORMAT } from '../../expressions/libraries/server-format'
import { SET_LIBRARY } from '../../expressions/libraries/sets'
import { STRINGS } from '../../expressions/libraries/strings'
import { URLS } from '../../expressions/libraries/urls'
import { TIMES_WITH_ALL_MILLISECONDS } from '../../expressions/times'
import { behaves, existsAt } from '../releases/ledger'

const LATER_TEXTS = new Set(['strings.quote'])
/** Functions of the string library that the server never enabled; it has a `format` of its own. */
const NEVER = new Set(['reverse', 'format'])
const texts = (later: boolean): Library =>
  STRINGS.filter(({ name }) => !NEVER.has(name) && LATER_TEXTS.has(name) === later)

/**
 * Libraries by the first release that accepts them in new expressions (documentation, "Expression language options and libraries"): one
 * release after their introduction, since the previous release must be able to read stored expressions.
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
  [30, SERVER_FORMAT],
  [30, SET_LIBRARY],
  [31, ADDRESSES],
  [32, NAMED_FORMATS],
  [32, AUTHORIZER_SELECTORS],
  [34, SEMVER],
  [35, LIST_OPERATIONS],
]

/** Language options for new expressions of a release, without variables. */
export const languageOf = (release: number): EnvironmentOptions => ({
  libraries: LIBRARIES.filter(([since]) => existsAt({ since }, release)).map(([, library]) => library),
  homogeneous: true,
  foldsConstants: true,
  times: TIMES_WITH_ALL_MILLISECONDS,
  optionals: behaves('optional-syntax', release),
  mixedNumbers: behaves('mixed-number-comparisons', release),
  checkedLiterals: behaves('checked-literals', release),
  reservedFields: behaves('reserved-words-as-fields', release),
  pairs: behaves('two-variable-macros', release),
})

/**
 * Language options for expressions that other releases need not read, such as those in server configuration: everything the release
 * supports.
 */
export const storedLanguageOf = (release: number): EnvironmentOptions => languageOf(release + 1)
