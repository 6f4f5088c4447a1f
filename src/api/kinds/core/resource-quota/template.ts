import { template } from '../../template'

/** Starter manifest for this kind. */
export const resourceQuotaTemplate = template(
  20,
  '',
  'v1',
  'ResourceQuota',
  'Limit what a namespace may use',
  `
metadata:
  name: example
spec:
  hard:
    pods: '10'
    requests.cpu: '4'
    requests.memory: 8Gi
`,
)
