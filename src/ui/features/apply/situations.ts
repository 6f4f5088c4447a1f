import { SERVICES } from '../../../client/core-targets'
import type { Target } from '../../../client/targets'

/** A manager's action before the lab opens. */
type Deed =
  | { readonly by: string; readonly apply: string }
  | { readonly by: string; readonly create: string }
  | { readonly by: string; readonly patch: string; readonly through?: 'scale' }

/** A common situation with an open conflict. */
export interface Situation {
  readonly id: string
  readonly title: string
  readonly about: string
  /** The best resolution, and why. */
  readonly advice: string
  readonly target: Target & { readonly namespace: string }
  readonly name: string
  readonly past: readonly Deed[]
  /** The manager whose apply is refused, with its manifest. */
  readonly refused: { readonly manager: string; readonly text: string }
}

const NAMESPACE = 'apply-lab'
const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments', namespace: NAMESPACE }
const SHOP_SERVICES = { ...SERVICES, namespace: NAMESPACE }

const deployment = (name: string, spec: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: ${NAMESPACE}
spec:
${spec}`

const whole = (name: string, { replicas = 2, image = '1.4', container = '' } = {}): string =>
  deployment(
    name,
    `  replicas: ${replicas}
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
        - name: web
          image: registry.example/${name}:${image}
${container}`,
  )

const service = (name: string, labels: string, spec = ''): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: ${NAMESPACE}
  labels:
${labels}${spec}`

/** The lab's six situations, in learning order. */
export const SITUATIONS: readonly Situation[] = [
  {
    id: 'autoscaler',
    title: 'An autoscaler against a repository',
    about: 'A repository says 2 replicas. The autoscaler has scaled to 6. The next sync of the repository is refused.',
    advice:
      'Remove the field. A controller keeps it up to date, and a manifest that forces it takes the replicas away under load.',
    target: DEPLOYMENTS,
    name: 'checkout',
    past: [
      { by: 'repository', apply: whole('checkout') },
      { by: 'autoscaler', patch: '{"spec":{"replicas":6}}', through: 'scale' },
    ],
    refused: { manager: 'repository', text: whole('checkout', { image: '1.5' }) },
  },
  {
    id: 'labels',
    title: 'Two teams on one label',
    about: 'The shop team owns a service. The platform team applies its own value of the same label.',
    advice:
      'Remove the field and use a label key of your own, with your domain as its prefix. Two teams cannot use one key for different values.',
    target: SHOP_SERVICES,
    name: 'catalog',
    past: [
      {
        by: 'shop-team',
        apply: service(
          'catalog',
          '    tier: backend\n',
          'spec:\n  selector:\n    app: catalog\n  ports:\n    - port: 80\n',
        ),
      },
    ],
    refused: {
      manager: 'platform-team',
      text: service('catalog', '    tier: gold\n    example.com/cost-center: "42"\n'),
    },
  },
  {
    id: 'keyed-list',
    title: 'A list with keys',
    about:
      'Ports are identified by number and protocol. A new port has no owner; the name of an existing port has one.',
    advice:
      'Remove the field. The item that you add stays yours; only the field of the other item is disputed, not the whole list.',
    target: SHOP_SERVICES,
    name: 'gateway',
    past: [
      {
        by: 'network-team',
        apply: service(
          'gateway',
          '    app: gateway\n',
          'spec:\n  selector:\n    app: gateway\n  ports:\n    - name: http\n      port: 80\n      protocol: TCP\n',
        ),
      },
    ],
    refused: {
      manager: 'metrics-team',
      text: service(
        'gateway',
        '    app: gateway\n',
        'spec:\n  ports:\n    - name: web\n      port: 80\n      protocol: TCP\n    - name: metrics\n      port: 9090\n      protocol: TCP\n',
      ),
    },
  },
  {
    id: 'renamed',
    title: 'A manager with a new name',
    about: 'The pipeline was renamed from “jenkins” to “deploy-bot”. The server sees a different manager.',
    advice:
      'Force once, then withdraw the old name. Nothing applies under the old name any more, so no one is surprised.',
    target: DEPLOYMENTS,
    name: 'search',
    past: [{ by: 'jenkins', apply: whole('search') }],
    refused: { manager: 'deploy-bot', text: whole('search', { image: '1.5' }) },
  },
  {
    id: 'client-side',
    title: 'Leaving client-side apply',
    about: 'The object was made by client-side apply, which writes updates. Now its owner applies on the server.',
    advice:
      'Force the apply once. The former owner is the same person with an older tool, and its fields are yours after that.',
    target: DEPLOYMENTS,
    name: 'billing',
    past: [{ by: 'orchctl-client-side-apply', create: whole('billing') }],
    refused: { manager: 'orchctl', text: whole('billing', { replicas: 3, image: '1.5' }) },
  },
  {
    id: 'atomic',
    title: 'A list that is one value',
    about: 'The arguments of a container have no keys, so one manager owns the whole list.',
    advice:
      'Decide on one owner of the list. Ask it to add your item, and remove the list from your manifest; or take all of it by force.',
    target: DEPLOYMENTS,
    name: 'worker',
    past: [
      { by: 'app-team', apply: whole('worker', { container: '          args:\n            - --queue=orders\n' }) },
    ],
    refused: {
      manager: 'debug-team',
      text: deployment(
        'worker',
        `  template:
    spec:
      containers:
        - name: web
          args:
            - --queue=orders
            - --verbose
`,
      ),
    },
  },
]

/** The situation that an object belongs to, if any. */
export const situationOf = (namespace: string | undefined, resource: string, name: string): Situation | undefined =>
  SITUATIONS.find(
    ({ target, name: own }) => target.namespace === namespace && target.resource === resource && own === name,
  )
