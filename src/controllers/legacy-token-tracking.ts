import { LAST_USED_LABEL, type LegacyTokenUses } from '../authentication/legacy-token-use'
import type { Client } from '../client/client'
import { CONFIG_MAPS, SECRETS } from '../client/core-targets'
import type { Clock } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { isConflictOrGone } from './default-service-account'
import { runController } from './controller'
import { DAY_MS, dayOf, isDay } from './legacy-token-days'

/** The ConfigMap with the date since which the use of tokens in secrets is recorded. */
export const TRACKING_NAME = 'orch-apiserver-legacy-service-account-token-tracking'
/** Namespace of the ConfigMap that says since when uses of legacy tokens are tracked. */
export const TRACKING_NAMESPACE = 'orch-system'
/** Key of the date, `YYYY-MM-DD`, since which uses are tracked. */
export const TRACKING_KEY = 'since'

const TRACKING_MAPS = { ...CONFIG_MAPS, namespace: TRACKING_NAMESPACE }
/** A deleted ConfigMap comes back only after this time, because servers that do not track may be deleting it. */
const AGAIN_MS = 30 * 60_000

interface Deps {
  /** Acts as the API server itself. */
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly log: (message: string) => void
  readonly uses: LegacyTokenUses
}

/**
 * Labels the secret of each used token with the day of its use, and keeps the ConfigMap with the date since which this is done. It belongs to
 * the server, so it also runs with `--controllers=-*`. Resolves when `signal` aborts.
 */
export async function runLegacyTokenTracking(deps: Deps): Promise<void> {
  const end = deps.uses.onUse((secret) => {
    labelUse(deps, secret).catch((error: unknown) => deps.log(`${secret.metadata.name ?? ''}: ${String(error)}`))
  })
  try {
    await keepTrackingMap(deps)
  } finally {
    end()
  }
}

/** A day ahead is kept too: another server's clock may be in the next day already. */
async function labelUse({ client, clock }: Deps, { metadata }: ApiObject): Promise<void> {
  const { name = '', namespace, uid, labels } = metadata
  const today = dayOf(clock.now())
  if ([today, dayOf(clock.now() + DAY_MS)].includes(labels?.[LAST_USED_LABEL] ?? '')) return
  try {
    await client.patch({ ...SECRETS, namespace }, name, 'merge', {
      metadata: { uid, labels: { [LAST_USED_LABEL]: today } },
    })
  } catch (error) {
    if (!isConflictOrGone(error)) throw error
  }
}

function keepTrackingMap({ client, clock, signal, log }: Deps): Promise<void> {
  let created = -Infinity
  return runController({
    name: 'legacy-token-tracking',
    client,
    clock,
    signal,
    log,
    watches: [
      {
        target: TRACKING_MAPS,
        query: { fieldSelector: `metadata.name=${TRACKING_NAME}` },
        keys: () => [TRACKING_NAME],
      },
    ],
    triggers(add) {
      add(TRACKING_NAME)
      return () => undefined
    },
    async reconcile(name, [maps]) {
      const map = maps?.get(TRACKING_NAMESPACE, name)
      const now = clock.now()
      if (map && isDay((map.data as Record<string, string> | undefined)?.[TRACKING_KEY])) return
      if (!map && now < created + AGAIN_MS) return { afterMs: created + AGAIN_MS - now }
      const data = { ...(map?.data as object | undefined), [TRACKING_KEY]: dayOf(now) }
      try {
        if (map) await client.update(TRACKING_MAPS, { ...map, data })
        else await client.create(TRACKING_MAPS, { metadata: { name }, data })
        created = map ? created : now
      } catch (error) {
        if (!isConflictOrGone(error)) throw error
      }
    },
  })
}
