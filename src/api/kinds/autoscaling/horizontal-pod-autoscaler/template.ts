import { template } from '../../template'

/** Starter manifest for this kind. */
export const horizontalPodAutoscalerTemplate = template(
  18,
  'autoscaling',
  'v2',
  'HorizontalPodAutoscaler',
  'Scale pods with load',
  `
metadata:
  name: example
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: example
  minReplicas: 2
  maxReplicas: 10
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 70
`,
)
