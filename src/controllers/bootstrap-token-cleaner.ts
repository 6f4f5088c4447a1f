import { BOOTSTRAP_NAMESPACE, BOOTSTRAP_TYPE, bootstrapExpiry } from '../api/kinds/authentication/bootstrap-tokens'
import type { Target } from '../client/targets'
import type { ControllerRow } from './controllers'
import { remove, runNamed } from './kit'

const NAME = 'tokencleaner'
const SECRETS: Target = { group: '', version: 'v1', resource: 'secrets', namespace: BOOTSTRAP_NAMESPACE }

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
          target: SECRETS,
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
        await remove(deps.client, SECRETS, secret)
      },
    }),
}
