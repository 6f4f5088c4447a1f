import { existsAt } from '../../releases/ledger'

/** Deprecated labels of nodes, with the release in which selectors that use them began to cause warnings. */
const DEPRECATED: Readonly<Record<string, { readonly since: number; readonly advice: string }>> = {
  'beta.orch.io/arch': { since: 22, advice: 'deprecated since v1.14; use "orch.io/arch" instead' },
  'beta.orch.io/os': { since: 22, advice: 'deprecated since v1.14; use "orch.io/os" instead' },
  'failure-domain.beta.orch.io/region': {
    since: 22,
    advice: 'deprecated since v1.17; use "topology.orch.io/region" instead',
  },
  'failure-domain.beta.orch.io/zone': {
    since: 22,
    advice: 'deprecated since v1.17; use "topology.orch.io/zone" instead',
  },
  'beta.orch.io/instance-type': {
    since: 22,
    advice: 'deprecated since v1.17; use "node.orch.io/instance-type" instead',
  },
  'app.orch.io/created-by': { since: 26, advice: 'deprecated since v1.9' },
  'scheduler.alpha.orch.io/preferAvoidPods': {
    since: 26,
    advice: 'deprecated since v1.22; use Taints and Tolerations instead',
  },
  'node-role.orch.io/master': { since: 26, advice: 'use "node-role.orch.io/control-plane" instead' },
}

/** What to use instead of a deprecated label of nodes; undefined for other labels. */
export function deprecatedLabel(key: string, release: number): string | undefined {
  const row = Object.hasOwn(DEPRECATED, key) ? DEPRECATED[key] : undefined
  return row && existsAt(row, release) ? row.advice : undefined
}

/** Warnings about deprecated labels in the expressions of a node selector, such as those of an affinity or of allowed topologies. */
export const expressionWarnings = (
  expressions: readonly { readonly key?: string }[] | undefined,
  field: string,
  release: number,
): string[] =>
  (expressions ?? []).flatMap(({ key = '' }, i) => {
    const advice = deprecatedLabel(key, release)
    return advice ? [`${field}[${i}].key: ${key} is ${advice}`] : []
  })
