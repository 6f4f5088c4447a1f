import { apps, batch, core, template } from '../living'
import type { Target } from '../../client/targets'
import { type Act, allowing, at, deleting, type Pick } from './turn'

/** Names of the workloads; each is also the value of the label `app` of its pods. */
export const WEB = ['web', 'api'] as const
const SCALERS = at('autoscaling', 'v2', 'horizontalpodautoscalers')
const DEPLOYMENTS = apps('deployments')

const requests = { resources: { requests: { cpu: '100m', memory: '64Mi' } } }

/** A template whose pods may fail, or become ready late. */
function podsOf(
  app: string,
  pick: Pick,
  more: object = {},
  failures: readonly string[] = ['crash', 'image', 'probe', 'oom'],
) {
  const probe = { initialDelaySeconds: pick(1, 5), httpGet: { port: 80, path: '/' } }
  const containers = [
    { name: 'c', image: `${app}:${pick(1, 2, 3)}`, ...requests, ...(pick(true, false) && { readinessProbe: probe }) },
  ]
  const fail = pick(undefined, undefined, undefined, undefined, ...failures)
  return template(
    app,
    '',
    { containers, terminationGracePeriodSeconds: pick(30, 0, 1), ...more },
    { ...(fail && { 'life.orch.io/fail': fail }) },
  )
}

const strategy = (pick: Pick) =>
  pick<object>(
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } },
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 2 } },
    { type: 'Recreate', rollingUpdate: null },
  )

const edit =
  (resource: string, names: readonly string[], spec: (pick: Pick, name: string) => object): Act =>
  ({ admin }, pick) => {
    const name = pick(...names)
    return admin.patch(apps(resource), name, 'strategic', { spec: spec(pick, name) })
  }

const deploymentActs: Record<string, Act> = {
  'create deployment': ({ admin }, pick) => {
    const name = pick(...WEB)
    const { rollingUpdate, ...rest } = strategy(pick) as { rollingUpdate: object | null }
    return admin.create(DEPLOYMENTS, {
      metadata: { name },
      spec: {
        replicas: pick(3, 1, 0, 5),
        selector: { matchLabels: { app: name } },
        strategy: { ...rest, ...(rollingUpdate && { rollingUpdate }) },
        minReadySeconds: pick(0, 0, 4),
        revisionHistoryLimit: pick(10, 1, 0),
        progressDeadlineSeconds: pick(600, 20),
        template: podsOf(name, pick),
      },
    })
  },
  'scale deployment': edit('deployments', WEB, (pick) => ({ replicas: pick(0, 1, 2, 3, 4, 5, 6) })),
  'change deployment': edit('deployments', WEB, (pick, name) => ({ template: podsOf(name, pick) })),
  'pause deployment': edit('deployments', WEB, (pick) => ({ paused: pick(true, false) })),
  'change strategy': edit('deployments', WEB, (pick) => ({ strategy: strategy(pick), minReadySeconds: pick(0, 4) })),
  'delete deployment': deleting(DEPLOYMENTS, ...WEB),
  'scale replica set': async ({ admin }, pick) => {
    const { items } = await admin.list(apps('replicasets'))
    const name = pick(...items.map(({ metadata }) => metadata.name ?? ''), 'none')
    return admin.patch(apps('replicasets'), name, 'merge', { spec: { replicas: pick(0, 1, 3, 6) } })
  },
  'delete replica set': async (cluster, pick) => {
    const { items } = await cluster.admin.list(apps('replicasets'))
    return deleting(apps('replicasets'), ...items.map(({ metadata }) => metadata.name ?? ''), 'none')(cluster, pick)
  },
  'create scaler': ({ admin }, pick) =>
    admin.create(SCALERS, {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: pick(1, 2),
        maxReplicas: pick(4, 5),
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: pick(40, 20, 80) } },
          },
        ],
      },
    }),
  'delete scaler': deleting(SCALERS, 'web'),
}

const setActs: Record<string, Act> = {
  'create replica set': ({ admin }, pick) =>
    admin.create(apps('replicasets'), {
      metadata: { name: 'loose' },
      spec: { replicas: pick(2, 0, 3), selector: { matchLabels: { app: 'loose' } }, template: podsOf('loose', pick) },
    }),
  'scale loose set': edit('replicasets', ['loose'], (pick) => ({ replicas: pick(0, 1, 2, 3) })),
  'create controller': ({ admin }, pick) =>
    admin.create(core('replicationcontrollers'), {
      metadata: { name: 'old' },
      spec: { replicas: pick(2, 1), selector: { app: 'old' }, template: podsOf('old', pick) },
    }),
  'delete controller': deleting(core('replicationcontrollers'), 'old'),
  'create stateful set': ({ admin }, pick) => {
    const claims = pick(true, false)
    return admin.create(apps('statefulsets'), {
      metadata: { name: 'db' },
      spec: {
        replicas: pick(2, 3, 1),
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        podManagementPolicy: pick('OrderedReady', 'Parallel'),
        minReadySeconds: pick(0, 3),
        template: podsOf('db', pick),
        ...(claims && {
          volumeClaimTemplates: [
            {
              metadata: { name: 'data' },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        }),
      },
    })
  },
  'scale stateful set': edit('statefulsets', ['db'], (pick) => ({ replicas: pick(0, 1, 2, 3, 4) })),
  'change stateful set': edit('statefulsets', ['db'], (pick, name) => ({ template: podsOf(name, pick) })),
  'change partition': edit('statefulsets', ['db'], (pick) => ({
    updateStrategy: pick<object>(
      { type: 'RollingUpdate', rollingUpdate: { partition: pick(0, 1, 2) } },
      { type: 'OnDelete', rollingUpdate: null },
    ),
  })),
  'delete stateful set': deleting(apps('statefulsets'), 'db'),
  'create daemon set': ({ admin }, pick) =>
    admin.create(apps('daemonsets'), {
      metadata: { name: 'agent' },
      spec: {
        selector: { matchLabels: { app: 'agent' } },
        template: podsOf('agent', pick),
        minReadySeconds: pick(0, 3),
      },
    }),
  'change daemon set': edit('daemonsets', ['agent'], (pick, name) => ({
    template: podsOf(name, pick, { nodeSelector: pick<object>({ disk: null }, { disk: 'ssd' }) }),
  })),
  'change daemon strategy': edit('daemonsets', ['agent'], (pick) => ({
    updateStrategy: pick<object>(
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2, maxSurge: 0 } },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      { type: 'OnDelete', rollingUpdate: null },
    ),
  })),
  'delete daemon set': deleting(apps('daemonsets'), 'agent'),
}

const task = (app: string, pick: Pick) => {
  const { metadata, spec } = podsOf(app, pick, { restartPolicy: pick('Never', 'OnFailure') }, ['crash', 'oom'])
  return {
    metadata: { ...metadata, annotations: { ...metadata.annotations, 'life.orch.io/duration': pick('5s', '20s') } },
    spec,
  }
}

const jobActs: Record<string, Act> = {
  'create job': ({ admin }, pick) =>
    admin.create(batch('jobs'), {
      metadata: { name: pick('work', 'sort') },
      spec: {
        parallelism: pick(2, 1, 3),
        completions: pick(3, 1, 4),
        completionMode: pick('NonIndexed', 'Indexed'),
        backoffLimit: pick(6, 0, 2),
        suspend: pick(false, false, true),
        ...pick<object>({}, {}, { activeDeadlineSeconds: 30 }, { ttlSecondsAfterFinished: 20 }),
        template: task('work', pick),
      },
    }),
  'change job': ({ admin }, pick) =>
    admin.patch(batch('jobs'), pick('work', 'sort'), 'merge', {
      spec: pick<object>(
        { suspend: true },
        { suspend: false },
        { parallelism: 1 },
        { parallelism: 3 },
        { parallelism: 0 },
      ),
    }),
  'delete job': deleting(batch('jobs'), 'work', 'sort'),
  'create cron job': ({ admin }, pick) =>
    admin.create(batch('cronjobs'), {
      metadata: { name: 'tick' },
      spec: {
        schedule: pick('* * * * *', '*/2 * * * *'),
        concurrencyPolicy: pick('Allow', 'Forbid', 'Replace'),
        jobTemplate: { spec: { template: task('tick', pick) } },
      },
    }),
  'change cron job': ({ admin }, pick) =>
    admin.patch(batch('cronjobs'), 'tick', 'merge', {
      spec: pick<object>(
        { suspend: true },
        { suspend: false },
        { schedule: '*/3 * * * *' },
        { concurrencyPolicy: 'Replace' },
      ),
    }),
  'delete cron job': deleting(batch('cronjobs'), 'tick'),
}

/** What people do to workloads. */
export const WORKLOAD_ACTS: Readonly<Record<string, Act>> = { ...deploymentActs, ...setActs, ...jobActs }

/** Ends every failure and every hold in the templates of workloads. */
export async function healWorkloads({ admin }: Parameters<Act>[0]): Promise<void> {
  const template = { metadata: { annotations: { 'life.orch.io/fail': null } } }
  const everywhere: readonly (readonly [Target, object])[] = [
    [DEPLOYMENTS, { template, paused: false }],
    [apps('replicasets'), { template }],
    [core('replicationcontrollers'), { template }],
    [apps('statefulsets'), { template, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } } }],
    [apps('daemonsets'), { template }],
    [batch('jobs'), { suspend: false, parallelism: 2 }],
    [batch('cronjobs'), { suspend: true }],
  ]
  // An autoscaler without a target would report that forever.
  const { items: deployments } = await admin.list(DEPLOYMENTS)
  if (!deployments.some(({ metadata }) => metadata.name === 'web')) await allowing(admin.delete(SCALERS, 'web'))
  for (const [target, spec] of everywhere) {
    const { items } = await admin.list(target)
    for (const { metadata } of items) {
      // The sets of a deployment have its template.
      if (target.resource === 'replicasets' && metadata.ownerReferences) continue
      await allowing(admin.patch(target, metadata.name ?? '', 'merge', { spec }))
    }
  }
}
