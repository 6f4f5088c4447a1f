import { template } from '../../template'

/** Starter manifest for this kind. */
export const jobTemplate = template(
  6,
  'batch',
  'v1',
  'Job',
  'Run to completion',
  `
metadata:
  name: example
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: registry.example/task:1.0
          args: [--once]
`,
)
