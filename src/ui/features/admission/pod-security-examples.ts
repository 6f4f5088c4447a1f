/** A pod that fails many controls. */
export const RISKY = `# A pod that can take over its node.
apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    runAsNonRoot: true
  containers:
    - name: agent
      image: registry.example/agent:2.0
      securityContext:
        privileged: true
        capabilities:
          add: [NET_ADMIN]
      volumeMounts:
        - name: root
          mountPath: /host
  volumes:
    - name: root
      hostPath:
        path: /
`

/** A pod that meets the restricted level. */
export const SAFE = `# Meets the restricted level.
apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  securityContext:
    runAsNonRoot: true
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: web
      image: registry.example/shop:1.4
      securityContext:
        allowPrivilegeEscalation: false
        capabilities:
          drop: [ALL]
`
