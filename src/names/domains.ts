import { SPOKEN } from './spoken'

/** The system's own domains: groups and keys below them are reserved. */
const OWN_DOMAINS: readonly string[] = SPOKEN === 'orch' ? ['orch.io'] : ['kubernetes.io', 'k8s.io']

/** Whether a domain is another one or a subdomain of it. */
export const isInDomain = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`)

/** Whether a domain is one of the system's own or a subdomain of one. */
export const isOwnDomain = (domain: string): boolean => OWN_DOMAINS.some((own) => isInDomain(domain, own))

/** Why they are reserved. */
export const RESERVED_DOMAINS =
  SPOKEN === 'orch'
    ? 'orch.io and its subdomains are reserved for Orch use'
    : 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use'
