/** The selector of a job and the labels of its pods, which the server generates from the job's uid unless selectors are manual. */
import type * as batch from 'kt126/batch/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { goSelector } from '../../../../machinery/go-values'
import type { ApiObject } from '../../../../machinery/object'
import { behaves } from '../../../releases/ledger'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { selects } from '../../shared/workloads'
import type { JobView } from './job-state'

const read = (object: ApiObject): JobView => asDraft<batch.Job>(object)
const UID_LABEL = 'controller-uid'
const NAME_LABEL = 'job-name'
const PREFIX = 'batch.orch.io/'

interface GeneratedLabels {
  readonly labels: Readonly<Record<string, string>>
  /** Label used in the selector. */
  readonly selecting: string
}

/** Labels generated for a job's pods: its uid and name, and since 1.27 also under prefixed names. */
function generatedLabels({ metadata: { uid = '', name = '' } }: ApiObject, release: number): GeneratedLabels {
  const labels = { [UID_LABEL]: uid, [NAME_LABEL]: name }
  if (!behaves('job-prefixed-labels', release)) return { labels, selecting: UID_LABEL }
  const prefixed = { [`${PREFIX}${UID_LABEL}`]: uid, [`${PREFIX}${NAME_LABEL}`]: name }
  return { labels: { ...prefixed, ...labels }, selecting: `${PREFIX}${UID_LABEL}` }
}

/** Generates selector and template labels from uid and name, unless selector generation is manual. */
export function generateSelector(object: ApiObject, release: number): void {
  const { spec = {} } = read(object)
  if (spec.manualSelector === true) return
  const { labels, selecting } = generatedLabels(object, release)
  const template = spec.template ?? {}
  template.metadata ??= {}
  template.metadata.labels = { ...labels, ...template.metadata.labels }
  spec.template = template
  spec.selector ??= {}
  spec.selector.matchLabels = { [selecting]: object.metadata.uid ?? '', ...spec.selector.matchLabels }
}

/** Errors of generated labels and selectors that a client has changed or left out. */
export function validateGenerated(object: ApiObject, release: number, errors: Errors): void {
  const { spec = {} } = read(object)
  if (spec.manualSelector === true || !spec.selector) return
  const { labels: all } = generatedLabels(object, release)
  // Jobs created by an earlier release lack the later labels, and the template is immutable.
  const labels = spec.template?.metadata?.labels ?? {}
  const later = Object.keys(labels).some((key) => key.startsWith(PREFIX))
  const expected = Object.fromEntries(Object.entries(all).filter(([key]) => later || !key.startsWith(PREFIX)))
  for (const [key, value] of Object.entries(expected)) {
    const at = `spec.template.metadata.labels[${key}]`
    const actual = labels[key]
    if (actual === undefined) errors.push(required(at, `must be '${value}'`))
    else if (actual !== value) errors.push(invalid(at, labels, `must be '${value}'`))
  }
  if (!selects(spec.selector, expected))
    errors.push(invalid('spec.selector', goSelector(spec.selector), '`selector` not auto-generated'))
}
