import { template } from '../../template'

/** Starter manifest for this kind. */
export const cronJobTemplate = template(
  7,
  'batch',
  'v1',
  'CronJob',
  'Run on a schedule',
  `
metadata:
  name: example
spec:
  schedule: '*/15 * * * *'
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
            - name: main
              image: registry.example/task:1.0
`,
)
