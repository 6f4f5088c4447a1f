import type { Wording } from '../machinery/api-error'
import { type Behaviour, behaves } from './releases/ledger'

const ROW_OF: Readonly<Record<Wording, Behaviour>> = {
  'port-letters': 'port-names-need-letters',
  'byte-limits': 'errors-count-bytes',
  'json-values': 'structs-as-json',
  'label-keys': 'errors-name-label-keys',
  representations: 'routes-list-representations',
}

/** Whether errors of a release have a wording. */
export const speaks = (wording: Wording, release: number): boolean => behaves(ROW_OF[wording], release)
