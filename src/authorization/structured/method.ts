import { behaves } from '../../api/releases/ledger'
import { fileLabel } from '../../machinery/file-label'
import { followFile } from '../../machinery/followed-file'
import type { Attributes, Authorizer } from '../authorizer'
import { AUTHORIZATION_MODES, type AuthorizerEnvironment, buildMode, webhookConnection } from '../modes'
import { decisionCounter, UnionAuthorizer } from '../union'
import { WebhookAuthorizer } from '../webhook'
import { type AuthorizerPlan, readAuthorizationConfiguration } from './configuration'
import { type Match, matchRequest } from './match-conditions'
import type { WebhookPlan } from './webhook-settings'

/**
 * The authorizers of `--authorization-config` in order, reloaded when the file changes in releases that support it. Rejects with an error
 * that names the field or file at fault.
 */
export async function configuredAuthorizer(file: string, env: AuthorizerEnvironment): Promise<Authorizer> {
  const { files, served, lifetime, metrics } = env
  const where = `--authorization-config: ${fileLabel(file)}`
  const selectors = behaves('review-selectors', served)
  const read = (text: string, needed: readonly string[]): AuthorizerPlan[] =>
    readAuthorizationConfiguration(text, where, {
      release: served.release,
      selectors,
      modes: AUTHORIZATION_MODES,
      needed,
    })
  // Authorizers other than webhooks have state that is kept across changes of the file.
  const kept = new Map<string, Authorizer>()
  const build = async (plans: readonly AuthorizerPlan[]): Promise<UnionAuthorizer> => {
    const members: Authorizer[] = []
    for (const { type, name, webhook } of plans) {
      const member = webhook ? await buildWebhook(name, webhook, selectors, env) : await keptMode(type, kept, env)
      members.push(member)
    }
    return new UnionAuthorizer(members, decisionCounter(members, metrics))
  }
  const text = await files.read(file)
  const first = read(text, [])
  let current = await build(first)
  const needed = first.map(({ type }) => type).filter((type) => type !== 'Webhook')
  if (behaves('configuration-reload', served.release))
    followFile({
      files,
      name: file,
      text,
      what: 'authorization configuration',
      apply: async (next) => {
        current = await build(read(next, needed))
      },
      signal: lifetime,
      log: (message) => env.log(message),
      metrics,
      counter: 'apiserver_authorization_config_controller_automatic_reloads_total',
    })
  return {
    name: current.name,
    authorize: (attributes, asking) => current.authorize(attributes, asking),
    explain: (attributes) => current.explain(attributes),
    rulesFor: (user, namespace) => current.rulesFor(user, namespace),
  }
}

async function keptMode(type: string, kept: Map<string, Authorizer>, env: AuthorizerEnvironment): Promise<Authorizer> {
  const made = kept.get(type) ?? (await buildMode(type, env))
  kept.set(type, made)
  return made
}

async function buildWebhook(
  label: string,
  plan: WebhookPlan,
  selectors: boolean,
  env: AuthorizerEnvironment,
): Promise<Authorizer> {
  const { conditions, configFile, ...times } = plan
  return new WebhookAuthorizer({
    ...times,
    label,
    connection: await webhookConnection(configFile, env),
    selectors,
    ...(conditions.length > 0 && {
      match: (attributes: Attributes): Match => matchRequest(conditions, attributes, selectors),
    }),
    outside: env.outside,
    clock: env.clock,
    metrics: env.metrics,
  })
}
