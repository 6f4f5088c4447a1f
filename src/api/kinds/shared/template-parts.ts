/** A container as the templates have it, every line behind the indentation given. */
export const containerYaml = (indent: string) =>
  [
    '- name: main',
    '  image: registry.example/app:1.0',
    '  ports:',
    '    - name: http',
    '      containerPort: 8080',
    '  resources:',
    '    requests:',
    '      cpu: 50m',
    '      memory: 64Mi',
    '    limits:',
    '      memory: 128Mi',
  ]
    .map((line) => indent + line)
    .join('\n')

/** The template of pods of a workload. */
export const POD_TEMPLATE_YAML = `  template:
    metadata:
      labels:
        app: example
    spec:
      containers:
${containerYaml('        ')}
`
