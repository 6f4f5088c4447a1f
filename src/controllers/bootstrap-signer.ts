import { CompactSign } from 'jose'
import { CONFIG_MAPS, SECRETS } from '../client/core-targets'
import { least } from '../machinery/lists'
import {
  BOOTSTRAP_NAMESPACE,
  BOOTSTRAP_TYPE,
  bootstrapExpiry,
  type BootstrapToken,
  bootstrapTokenOf,
  bootstrapTokenText,
} from '../api/kinds/authentication/bootstrap-tokens'
import { utf8 } from '../machinery/base64'
import { equal } from '../machinery/json'
import { runNamed } from './kit'
import type { ControllerRow } from './controllers'

const NAME = 'bootstrapsigner'
/** Namespace that unauthenticated clients may read (bootstrap tokens). */
export const CLUSTER_INFO_NAMESPACE = 'orch-public'
/** Name of the ConfigMap from which a joining node learns the address and CA of the cluster. */
export const CLUSTER_INFO_NAME = 'cluster-info'
/** Key of the client configuration in that ConfigMap; its signatures are stored beside it. */
export const CLUSTER_INFO_KEY = 'kubeconfig'
const SIGNATURE_PREFIX = 'jws-kubeconfig-'
const TOKEN_SECRETS = { ...SECRETS, namespace: BOOTSTRAP_NAMESPACE }
const INFO_MAPS = { ...CONFIG_MAPS, namespace: CLUSTER_INFO_NAMESPACE }

/** A detached JWS (HS256) over the payload, with the whole token text as key. */
export async function signDetached(payload: string, token: BootstrapToken): Promise<string> {
  const jws = await new CompactSign(utf8(payload))
    .setProtectedHeader({ alg: 'HS256', kid: token.id })
    .sign(utf8(bootstrapTokenText(token)))
  const [header, , signature] = jws.split('.')
  return `${header}..${signature}`
}

/** Signs the cluster-info ConfigMap with every token that may sign, and removes other signatures. */
export const bootstrapSigner: ControllerRow = {
  name: NAME,
  defaultOn: false,
  account: 'bootstrap-signer',
  needs: ['v1/secrets', 'v1/configmaps'],
  start: (deps) =>
    runNamed(deps, NAME, {
      watches: [
        { target: TOKEN_SECRETS, query: { fieldSelector: `type=${BOOTSTRAP_TYPE}` }, keys: () => [CLUSTER_INFO_NAME] },
        {
          target: INFO_MAPS,
          query: { fieldSelector: `metadata.name=${CLUSTER_INFO_NAME}` },
          keys: () => [CLUSTER_INFO_NAME],
        },
      ],
      async reconcile(_, [secrets, maps]) {
        const map = maps?.get(CLUSTER_INFO_NAMESPACE, CLUSTER_INFO_NAME)
        const data = (map?.data ?? {}) as Record<string, string>
        const payload = data[CLUSTER_INFO_KEY]
        // Without a configuration there is nothing to sign, and existing signatures are left alone.
        if (!map || payload === undefined) return
        const signed = Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith(SIGNATURE_PREFIX)))
        const now = deps.clock.now()
        const all = secrets?.list() ?? []
        for (const token of all.flatMap((secret) => bootstrapTokenOf(secret, 'signing', now) ?? []))
          signed[SIGNATURE_PREFIX + token.id] = await signDetached(payload, token)
        if (!equal(signed, data)) await deps.client.update(INFO_MAPS, { ...map, data: signed })
        const next = least(all.map((secret) => bootstrapExpiry(secret) ?? Infinity).filter((end) => end > now))
        return next === Infinity ? undefined : { afterMs: next - now }
      },
    }),
}
