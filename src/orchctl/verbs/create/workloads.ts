import type { JsonObject } from '../../../machinery/json'
import type { Call } from '../../core/command'
import { requireResource } from '../../core/discovery'
import { CommandError } from '../../core/errors'
import { Objects } from '../../resources/server'
import { baseOf } from '../../core/paths'
import type { Generator } from './generator'

const commandOf = ({ args, dashAt }: Call): string[] => (dashAt >= 0 ? args.slice(dashAt) : args.slice(1))
const podTemplate = (labels: JsonObject | undefined, spec: JsonObject): JsonObject => ({
  metadata: { creationTimestamp: null, ...(labels && { labels }) },
  spec,
})
/** `nginx` from `registry.example.com/team/nginx:1.2`. */
const containerName = (image: string): string =>
  baseOf(image)
    .replace(/[:@].*$/, '')
    .replace(/[^-a-z0-9]/gi, '-')

/** Builds the object for `orchctl create deployment`. */
export const DEPLOYMENT: Generator = {
  name: 'deployment',
  aliases: ['deploy'],
  short: 'Create a deployment with the specified name',
  flags: [
    { name: 'image', type: 'list', help: 'Image to run; may be given more than once' },
    { name: 'port', type: 'int', default: '-1', help: 'Port that the container opens' },
    { name: 'replicas', short: 'r', type: 'int', default: '1', help: 'How many pods to run' },
  ],
  required: ['image'],
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  namespaced: true,
  failure: 'failed to create deployment:',
  build(call, name) {
    const { flags } = call
    const images = flags.list('image')
    const command = commandOf(call)
    if (images.length > 1 && command.length > 0)
      throw new CommandError('cannot specify multiple --image options and command')
    const labels = { app: name }
    const port = flags.int('port')
    const names = new Set<string>()
    const containers = images.map((image) => {
      let unique = containerName(image)
      if (names.has(unique)) unique += `-${names.size}`
      names.add(unique)
      return {
        name: unique,
        image,
        ...(command.length > 0 && { command }),
        ...(port >= 0 && { ports: [{ containerPort: port }] }),
        resources: {},
      }
    })
    return {
      metadata: { labels },
      spec: {
        replicas: flags.int('replicas'),
        selector: { matchLabels: labels },
        strategy: {},
        template: podTemplate(labels, { containers }),
      },
      status: {},
    }
  },
}

/** Builds the object for `orchctl create job`, also from a cron job. */
export const JOB: Generator = {
  name: 'job',
  short: 'Create a job with the specified name',
  flags: [
    { name: 'from', type: 'string', help: 'Object to make the job from; only cron jobs' },
    { name: 'image', type: 'string', help: 'Image to run' },
  ],
  apiVersion: 'batch/v1',
  kind: 'Job',
  namespaced: true,
  failure: 'failed to create job:',
  async build(call, name) {
    const [from, image] = [call.flags.string('from'), call.flags.string('image')]
    if ((from === '') === (image === '')) throw new CommandError('either --image or --from must be specified')
    const command = commandOf(call)
    if (!from) {
      const container = { name, image, resources: {}, ...(command.length > 0 && { command }) }
      return {
        spec: { template: podTemplate(undefined, { restartPolicy: 'Never', containers: [container] }) },
        status: {},
      }
    }
    if (command.length > 0) throw new CommandError('cannot specify --from and command')
    return fromCronJob(call, from)
  },
}

async function fromCronJob({ session }: Call, from: string): Promise<JsonObject> {
  const [type = '', name = ''] = from.split('/')
  const resource = await requireResource(await session.discovery(), type)
  const object = await new Objects(session).get({ resource, name, namespace: (await session.namespace()).name })
  if (resource.kind !== 'CronJob') throw new CommandError(`unknown object type *${resource.version}.${resource.kind}`)
  const cron = object as unknown as {
    metadata: { name: string; uid: string }
    spec: { jobTemplate: { metadata?: { labels?: JsonObject; annotations?: JsonObject }; spec: JsonObject } }
  }
  const { metadata, spec } = cron.spec.jobTemplate
  return {
    metadata: {
      annotations: { ...metadata?.annotations, 'cronjob.orch.io/instantiate': 'manual' },
      ...(metadata?.labels && { labels: metadata.labels }),
      ownerReferences: [
        { apiVersion: 'batch/v1', kind: 'CronJob', name: cron.metadata.name, uid: cron.metadata.uid, controller: true },
      ],
    },
    spec,
    status: {},
  }
}

/** Builds the object for `orchctl create cronjob`. */
export const CRON_JOB: Generator = {
  name: 'cronjob',
  aliases: ['cj'],
  short: 'Create a cron job with the specified name',
  flags: [
    { name: 'image', type: 'string', help: 'Image to run' },
    { name: 'restart', type: 'string', help: 'Restart policy of the pods: OnFailure or Never' },
    { name: 'schedule', type: 'string', help: 'When to run, in the form of cron' },
  ],
  required: ['image', 'schedule'],
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  namespaced: true,
  failure: 'failed to create cronjob:',
  build(call, name) {
    const { flags } = call
    const command = commandOf(call)
    const container = {
      name,
      image: flags.string('image'),
      resources: {},
      ...(command.length > 0 && { command }),
    }
    const template = podTemplate(undefined, {
      containers: [container],
      restartPolicy: flags.string('restart') || 'OnFailure',
    })
    return {
      spec: {
        schedule: flags.string('schedule'),
        jobTemplate: { metadata: { creationTimestamp: null, name }, spec: { template } },
      },
      status: {},
    }
  },
}
