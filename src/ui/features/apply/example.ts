import { NAMESPACES } from '../../../client/core-targets'
import type { Client } from '../../../client/client'
import { useDrafts } from '../../state/drafts'
import { labKey } from '../../state/lab-place'
import { isStatus } from '../../../client/status-error'
import type { Target } from '../../../client/targets'

const NAMESPACE = 'apply-lab'
const NAME = 'storefront'
const TARGET: Target = { group: 'apps', version: 'v1', resource: 'deployments', namespace: NAMESPACE }

const head = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${NAME}
  namespace: ${NAMESPACE}
`

const ALICE = `# The storefront, as alice wants it.
${head}  labels:
    app: storefront
spec:
  replicas: 3 # until the autoscaler is there
  selector:
    matchLabels:
      app: storefront
  template:
    metadata:
      labels:
        app: storefront
    spec:
      containers:
        - name: web
          image: registry.example/storefront:1.4
          ports:
            - containerPort: 8080
`

const BOB = `# bob looks after the network: a label, and a port of his own.
${head}  labels:
    app: storefront
    team: network
spec:
  template:
    spec:
      containers:
        - name: web
          ports:
            - containerPort: 9090
              name: metrics
`

/** Not applied yet: its image belongs to alice, which causes the conflict. */
const RELEASE = `# The pipeline rolls out what it built.
${head}spec:
  template:
    spec:
      containers:
        - name: web
          image: registry.example/storefront:1.5
`

const EDITORS = { alice: ALICE, bob: BOB, pipeline: RELEASE }

const KEY = labKey(TARGET, NAMESPACE, NAME)
/** The object that the lab opens if the user names none. */
export const EXAMPLE = { info: TARGET, namespace: NAMESPACE, name: NAME }

/**
 * Creates a deployment shared by two managers, and a third manager's conflicting manifest. Keeps existing objects and
 * typed text, unless `startOver` is set.
 */
export async function loadExample(client: Client, startOver = false): Promise<void> {
  try {
    await client.create(NAMESPACES, { metadata: { name: NAMESPACE } })
  } catch (error) {
    if (!isStatus(error, 'AlreadyExists')) throw error
  }
  if (startOver) await removeExample(client)
  else if (await isThere(client)) return
  await client.patch(TARGET, NAME, 'apply', ALICE, { query: { fieldManager: 'alice' } })
  await client.patch(TARGET, NAME, 'apply', BOB, { query: { fieldManager: 'bob' } })
  const { keep } = useDrafts.getState()
  for (const [manager, text] of Object.entries(EDITORS))
    keep(KEY + manager, text, manager === 'pipeline' ? undefined : text)
}

async function isThere(client: Client): Promise<boolean> {
  try {
    await client.get(TARGET, NAME)
    return true
  } catch (error) {
    if (isStatus(error, 'NotFound')) return false
    throw error
  }
}

async function removeExample(client: Client): Promise<void> {
  try {
    await client.delete(TARGET, NAME, { query: { propagationPolicy: 'Background' } })
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
  }
  const { drop, drafts } = useDrafts.getState()
  for (const id of Object.keys(drafts)) if (id.startsWith(KEY)) drop(id)
}
