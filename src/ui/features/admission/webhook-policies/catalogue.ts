import { CLUSTER_POLICIES } from './cluster'
import { IMAGE_POLICIES } from './images'
import { POD_SECURITY_POLICIES } from './pod-security'
import { GROUPS, webhookPolicyOf, type WebhookPolicy } from './policy'
import { WORKLOAD_POLICIES } from './workloads'

/** Every example webhook. */
export const WEBHOOK_POLICIES: readonly WebhookPolicy[] = [
  ...IMAGE_POLICIES,
  ...POD_SECURITY_POLICIES,
  ...WORKLOAD_POLICIES,
  ...CLUSTER_POLICIES,
].map(webhookPolicyOf)

/** The example with this id. */
export const webhookPolicy = (id: string): WebhookPolicy | undefined => WEBHOOK_POLICIES.find((one) => one.id === id)

/** The policies that match all typed words, by group; empty groups are left out. */
export function findPolicies(
  typed: string,
): readonly { readonly group: string; readonly policies: readonly WebhookPolicy[] }[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = WEBHOOK_POLICIES.filter(({ title, about, kind, group, words: more }) => {
    const text = `${title} ${about} ${kind} ${group} ${more}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return GROUPS.map((group) => ({ group, policies: found.filter((one) => one.group === group) })).filter(
    ({ policies }) => policies.length > 0,
  )
}
