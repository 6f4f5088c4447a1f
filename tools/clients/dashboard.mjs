// The requests of a dashboard, in its order and with its headers: discovery, reviews, lists, watches and logs over WebSockets with a token
// as a protocol name, edits by replacing and by merging. The requests are those of Headlamp.
import { request } from 'node:https'
import { WebSocket } from 'ws'

const TOKEN = 'admin-token'
const BEARER = `base64url.bearer.authorization.k8s.io.${Buffer.from(TOKEN).toString('base64url')}`
const BASE64 = 'base64.binary.k8s.io'
const AGGREGATED =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json'
const PATIENCE_MS = 60_000

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'shop' } },
    template: { metadata: { labels: { app: 'shop' } }, spec: { containers: [{ name: 'shop', image: 'shop:1' }] } },
  },
}
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const access = { namespace: 'default', resource: 'pods', verb: 'delete', group: '', version: 'v1' }

/** Requests in order: [method, path, body, status, member that the answer must have]. */
const REQUESTS = [
  ['GET', '/healthz', undefined, 200],
  ['GET', '/version', undefined, 200, 'gitVersion'],
  ['GET', '/api', undefined, 200, 'kind', AGGREGATED],
  ['GET', '/apis', undefined, 200, 'kind', AGGREGATED],
  ['GET', '/apis/apps/v1', undefined, 200, 'resources'],
  ['POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { spec: { namespace: 'default' } }, 201, 'status'],
  [
    'POST',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    { kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: access } },
    201,
    'status',
  ],
  ['GET', '/api/v1/nodes', undefined, 200, 'items'],
  ['GET', '/api/v1/namespaces', undefined, 200, 'items'],
  ['GET', '/api/v1/events?limit=2000', undefined, 200, 'items'],
  ['GET', '/apis/metrics.k8s.io/v1beta1/nodes', undefined, 200, 'items'],
  ['GET', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', undefined, 200, 'items'],
  ['POST', DEPLOYMENTS, deployment, 201, 'metadata'],
  ['POST', DEPLOYMENTS, deployment, 409],
  ['PUT', `${DEPLOYMENTS}/shop`, deployment, 200, 'metadata'],
  ['PATCH', `${DEPLOYMENTS}/shop/scale`, { spec: { replicas: 2 } }, 200, 'spec'],
  ['PATCH', '/api/v1/nodes/node-1', { spec: { unschedulable: true } }, 200, 'spec'],
  ['PATCH', '/api/v1/nodes/node-1', { spec: { unschedulable: null } }, 200, 'spec'],
]

/** Sends all requests; resolves with the numbers of passed and failed ones. */
export async function checkDashboard(server) {
  const count = { passed: 0, failed: 0 }
  const check = (right, what, seen) => {
    count[right ? 'passed' : 'failed']++
    if (!right) console.log(`FAIL dashboard ${what}\n    ${JSON.stringify(seen)?.slice(0, 300)}`)
  }
  for (const [method, path, body, status, member, accept] of REQUESTS) {
    const answer = await ask(server, method, path, body, accept)
    check(answer.status === status && (!member || member in answer.json), `${method} ${path}`, answer)
  }
  await watches(server, check)
  await logs(server, check)
  const gone = await ask(server, 'DELETE', `${DEPLOYMENTS}/shop?propagationPolicy=Background`)
  check(gone.status === 200, 'DELETE', gone)
  return count
}

function ask({ address, authority }, method, path, body, accept = 'application/json') {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const headers = { accept, authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': type }) }
  return new Promise((resolve, reject) => {
    const asked = request(address + path, { method, headers, ca: authority }, async (answer) => {
      let text = ''
      for await (const part of answer) text += part
      resolve({ status: answer.statusCode, json: text.startsWith('{') ? JSON.parse(text) : {} })
    })
    asked.on('error', reject).end(body && JSON.stringify(body))
  })
}

/** A list, then a watch from its version: each change arrives as a text message with one event. */
async function watches(server, check) {
  const { json } = await ask(server, 'GET', '/api/v1/configmaps')
  const { resourceVersion } = json.metadata
  const path = `/api/v1/configmaps?watch=1&resourceVersion=${resourceVersion}`
  const event = firstMessage(server, path, (text) => JSON.parse(text).object.metadata.name === 'seen')
  await event.open
  await ask(server, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'seen' } })
  check(JSON.parse((await event.message) ?? '{}').type === 'ADDED', `WATCH ${path}`)
}

/** The log of a running pod, in base64 because of the protocol. */
async function logs(server, check) {
  const pod = await runningPod(server)
  check(pod !== undefined, 'a pod runs')
  if (!pod) return
  const path = `/api/v1/namespaces/default/pods/${pod}/log?container=shop&previous=false&timestamps=true&follow=true&tailLines=100`
  const message = await firstMessage(server, path, () => true).message
  const line = Buffer.from(message ?? '', 'base64').toString()
  check(/^\d{4}-\d\d-\d\dT/.test(line), `LOG ${path}`, line)
}

async function runningPod(server) {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    const { json } = await ask(server, 'GET', '/api/v1/namespaces/default/pods?labelSelector=app%3Dshop')
    const running = json.items.find(({ status }) => status.phase === 'Running')
    if (running) return running.metadata.name
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return undefined
}

/** The first matching message of a WebSocket; undefined if the connection ends before. */
function firstMessage({ address, authority: ca }, path, wanted) {
  const socket = new WebSocket(address.replace(/^http/, 'ws') + path, [BASE64, BEARER], { ca })
  const open = new Promise((resolve) => socket.once('open', resolve).once('error', resolve))
  const message = new Promise((resolve) => {
    const end = setTimeout(() => socket.terminate(), PATIENCE_MS)
    socket.on('message', (data) => {
      if (!wanted(data.toString())) return
      resolve(data.toString())
      socket.close()
    })
    socket.on('error', (error) => console.log(`    ${error.message}`))
    socket.on('close', () => {
      clearTimeout(end)
      resolve(undefined)
    })
  })
  return { open, message }
}
