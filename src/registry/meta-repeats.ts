import { behaves } from '../api/releases/ledger'
import type { FieldError } from '../machinery/field-error'
import type { HubType } from './resource-type'
import type { WriteCall } from './write-call'

/**
 * How often the rules of a kind look at the metadata of an update, beside those of all kinds: at what may change, and at the
 * whole. Each time tells what is wrong again. Seen with a server of 1.20; most kinds do both once.
 */
const ONCE_EACH = [1, 1] as const
const LOOKS: Readonly<Record<string, readonly [changes: number, wholes: number]>> = {
  events: [0, 0],
  poddisruptionbudgets: [0, 0],
  limitranges: [0, 1],
  mutatingwebhookconfigurations: [0, 1],
  validatingwebhookconfigurations: [0, 1],
  endpointslices: [0, 1],
  flowschemas: [0, 1],
  prioritylevelconfigurations: [0, 1],
  persistentvolumes: [0, 2],
  volumeattachments: [0, 2],
  csinodes: [0, 2],
  podtemplates: [1, 0],
  deployments: [1, 0],
  horizontalpodautoscalers: [1, 0],
  cronjobs: [1, 0],
  podsecuritypolicies: [1, 0],
  csidrivers: [1, 0],
  customresourcedefinitions: [1, 0],
  priorityclasses: [1, 0],
  leases: [1, 0],
  persistentvolumeclaims: [1, 2],
  clusterroles: [1, 2],
  clusterrolebindings: [1, 2],
  roles: [1, 2],
  rolebindings: [1, 2],
}

const EVERY_LOOK = /^metadata\.(labels|annotations|ownerReferences)/
const times = <T>(list: readonly T[], count: number): T[] => Array.from({ length: count }, () => list).flat()

/** Whether refusals of an update tell what is wrong with its metadata more than once. */
export const repeatsErrors = ({ type, context }: WriteCall): boolean =>
  !type.custom && behaves('update-errors-repeated', context.release)

/** What is wrong with the metadata of an update, as often as it is told: `changes` is what may not change, `whole` all else. */
export function repeatedErrors(
  { resource }: HubType,
  changes: readonly FieldError[],
  whole: readonly FieldError[],
): FieldError[] {
  const [looks, wholes] = LOOKS[resource] ?? ONCE_EACH
  return [
    ...times(changes, 1 + looks),
    ...whole.flatMap((error) => times([error], EVERY_LOOK.test(error.field) ? 2 + looks + wholes : 1)),
  ]
}
