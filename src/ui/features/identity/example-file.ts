import { encodeClientConfig } from '../../../machinery/client-config'
import type { JsonObject } from '../../../machinery/json'

/** A kubeconfig with a token, a plugin that receives cluster information, and a user that impersonates. */
export const EXAMPLE_FILE = encodeClientConfig({
  currentContext: 'badge@orchard',
  clusters: new Map([
    [
      'orchard',
      {
        server: 'https://orchard.example',
        extensions: [{ name: 'client.authentication.orch.io/exec', extension: { audience: 'orchard', door: 'north' } }],
      },
    ],
  ]),
  users: new Map<string, JsonObject>([
    ['alice', { token: 'alice-in-wonderland' }],
    [
      'badge',
      {
        exec: {
          apiVersion: 'client.authentication.orch.io/v1',
          command: 'read-badge',
          args: ['--door', 'north'],
          env: [{ name: 'READER', value: 'usb0' }],
          installHint: 'read-badge is installed with the badge reader. You can write it as a function below.',
          interactiveMode: 'IfAvailable',
          provideClusterInfo: true,
        },
      },
    ],
    ['alice-as-bob', { token: 'alice-in-wonderland', as: 'bob', 'as-groups': ['auditors'] }],
  ]),
  contexts: new Map<string, JsonObject>([
    ['alice@orchard', { cluster: 'orchard', user: 'alice' }],
    ['badge@orchard', { cluster: 'orchard', user: 'badge', namespace: 'default' }],
    ['alice-as-bob@orchard', { cluster: 'orchard', user: 'alice-as-bob' }],
  ]),
})
