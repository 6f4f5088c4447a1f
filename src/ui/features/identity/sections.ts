/** The pages about who asks. */
export const SECTIONS = [
  {
    to: '/identity',
    title: 'People',
    words: 'users service accounts static tokens proxy impersonate',
    about:
      'Be anybody: see how people, service accounts and proxies prove who they are, and make any request of this page as one of them.',
  },
  {
    to: '/identity/compare',
    title: 'Compare',
    words: 'two side by side',
    about: 'Send one request as two people and see where their ways part: status, answer and every stage.',
  },
  {
    to: '/identity/certificates',
    title: 'Certificates',
    words: 'csr signing request approve sign key pem workshop',
    about:
      'Make a key, ask for a certificate, approve it, watch it being signed, and prove with it who you are: every field on the way can be looked at.',
  },
  {
    to: '/identity/tokens',
    title: 'Tokens',
    words: 'jwt inspector claims expiry audience tokenreview',
    about:
      'Take a token apart: what it claims, until when by the cluster’s clock, for whom, whether its signature holds, and what the server makes of it.',
  },
  {
    to: '/identity/provider',
    title: 'Identity provider',
    words: 'oidc openid connect login',
    about:
      'An OpenID Connect issuer that runs in this tab: change its users and claims, log in, and see which of them the cluster reads.',
  },
  {
    to: '/identity/callback',
    title: 'Token callback',
    words: 'webhook tokenreview',
    about:
      'The service that the API server asks about tokens it does not know: change its answers and see when they are asked for again.',
  },
  {
    to: '/identity/files',
    title: 'Client files',
    words: 'kubeconfig orchconfig contexts exec plugin import export',
    about:
      'Read a client configuration, use its contexts here with everything that they prove themselves by, and write one to take along.',
  },
] as const

export type SectionPath = (typeof SECTIONS)[number]['to']
