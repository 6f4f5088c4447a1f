/** YAML of a container for templates, indented as given. */
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

/** YAML of a workload's pod template. */
export const POD_TEMPLATE_YAML = `  template:
    metadata:
      labels:
        app: example
    spec:
      containers:
${containerYaml('        ')}
`
