import { SECRETS } from '../client/core-targets'
import { BOOTSTRAP_NAMESPACE, BOOTSTRAP_TYPE, bootstrapExpiry } from '../api/kinds/authentication/bootstrap-tokens'
import type { ControllerRow } from './controllers'
import { remove, runNamed } from './kit'

const NAME = 'tokencleaner'
const TOKEN_SECRETS = { ...SECRETS, namespace: BOOTSTRAP_NAMESPACE }

/** Deletes the secrets of expired bootstrap tokens. */
export const bootstrapTokenCleaner: ControllerRow = {
  name: NAME,
  defaultOn: false,
  account: 'token-cleaner',
  needs: ['v1/secrets'],
  start: (deps) =>
    runNamed(deps, NAME, {
      watches: [
        {
          target: TOKEN_SECRETS,
          query: { fieldSelector: `type=${BOOTSTRAP_TYPE}` },
          keys: ({ metadata }) => [metadata.name ?? ''],
        },
      ],
      async reconcile(name, [secrets]) {
        const secret = secrets?.get(BOOTSTRAP_NAMESPACE, name)
        const end = secret && bootstrapExpiry(secret)
        if (!secret || end === undefined) return
        const left = end - deps.clock.now()
        if (left > 0) return { afterMs: left }
        await remove(deps.client, TOKEN_SECRETS, secret)
      },
    }),
}
