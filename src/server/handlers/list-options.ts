import { behaves, type Served } from '../../api/releases/ledger'
import { forbidden, notSupported } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { listNumbers, refuseOptions } from './options'
import { checkSelectors } from './selection'

/**
 * Refuses options of list, watch and deletecollection that don't fit together. Options that can't be read are refused first, as bad
 * requests.
 */
export function checkListOptions(query: URLSearchParams, watch: boolean, served: Served): void {
  const errors = versionMatchErrors(query, watch, served)
  if (errors.length === 0) return
  listNumbers(query)
  checkSelectors(query)
  refuseOptions('ListOptions', errors)
}

/** The table of resourceVersion × resourceVersionMatch × limit × continue, as field errors (resource API, "list"). */
function versionMatchErrors(query: URLSearchParams, watch: boolean, served: Served): FieldError[] {
  const match = query.get('resourceVersionMatch') ?? ''
  if (behaves('watch-list-checked', served.release)) {
    if (watch) return watchMatchErrors(query, match, served)
    if (query.has('sendInitialEvents'))
      return [forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')]
  }
  if (match === '') return []
  const version = query.get('resourceVersion') ?? ''
  const at = 'resourceVersionMatch'
  const errors: FieldError[] = []
  if (watch) errors.push(forbidden(at, 'resourceVersionMatch is forbidden for watch'))
  if (version === '') errors.push(forbidden(at, 'resourceVersionMatch is forbidden unless resourceVersion is provided'))
  if (query.get('continue')) errors.push(forbidden(at, 'resourceVersionMatch is forbidden when continue is provided'))
  if (match !== 'Exact' && match !== 'NotOlderThan') errors.push(notSupported(at, match, ['Exact', 'NotOlderThan', '']))
  else if (match === 'Exact' && version === '0')
    errors.push(forbidden(at, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'))
  return errors
}

const NOT_OLDER = 'NotOlderThan'

/** Errors in a watch's resourceVersionMatch and sendInitialEvents. */
function watchMatchErrors(query: URLSearchParams, match: string, served: Served): FieldError[] {
  const at = 'resourceVersionMatch'
  const asked = query.has('sendInitialEvents')
  const errors: FieldError[] = []
  if (asked && match !== NOT_OLDER)
    errors.push(forbidden(at, `sendInitialEvents requires setting resourceVersionMatch to ${NOT_OLDER}`))
  if (asked && !behaves('watch-list', served))
    errors.push(
      forbidden(
        'sendInitialEvents',
        'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ),
    )
  if (match === '') return errors
  if (!asked)
    errors.push(forbidden(at, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'))
  if (match !== NOT_OLDER) errors.push(notSupported(at, match, [NOT_OLDER]))
  if (query.get('continue')) errors.push(forbidden(at, 'resourceVersionMatch is forbidden when continue is provided'))
  return errors
}
