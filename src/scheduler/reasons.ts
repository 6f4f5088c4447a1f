import { behaves } from '../api/releases/ledger'

/** The scheduler's messages about nodes and pods, where their wording differs between releases. */
export const REASONS = {
  taint(release: number, key: string, value: string): string {
    if (behaves('scheduler-hides-taints', release)) return 'node(s) had untolerated taint(s)'
    if (behaves('scheduler-untolerated-taint', release)) return `node(s) had untolerated taint {${key}: ${value}}`
    return `node(s) had taint {${key}: ${value}}, that the pod didn't tolerate`
  },
  nodeAffinity: (release: number): string =>
    `node(s) didn't match Pod's node affinity${behaves('scheduler-names-node-selector', release) ? '/selector' : ''}`,
  /** The messages for a node that one rule of inter-pod affinity excludes. */
  affinity: (release: number, reason: string): string[] =>
    behaves('scheduler-single-affinity-reason', release)
      ? [reason]
      : ["node(s) didn't match pod affinity/anti-affinity rules", reason],
} as const
