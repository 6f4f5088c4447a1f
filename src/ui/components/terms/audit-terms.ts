import type { GlossaryTerm } from './glossary-term'

/** Audit records and the rules that select them. */
export const AUDIT_TERMS: readonly GlossaryTerm[] = [
  {
    id: 'audit',
    title: 'Audit log',
    forms: ['audit policy', 'audit'],
    words: 'who did what record',
    text: 'A record of requests: who did what, when, and with which result. The audit policy says which requests are recorded and how much of them.',
    see: ['request', 'audit-level', 'audit-rule', 'audit-stage'],
  },
  {
    id: 'audit-level',
    title: 'Audit level',
    forms: ['audit levels'],
    words: 'metadata body bodies record secret None Request RequestResponse',
    text: 'How much of a request the audit log keeps: nothing (None), who did what (Metadata), also the request body (Request), or also the response body (RequestResponse). Secrets in recorded bodies can be read in the log.',
    see: ['audit', 'audit-rule'],
  },
  {
    id: 'audit-rule',
    title: 'Rule of an audit policy',
    forms: ['audit rule', 'audit rules'],
    words: 'order first match level',
    text: 'Says which requests are recorded at which level. The first rule that matches a request decides, so put special rules before general ones. Requests that match no rule are not recorded.',
    see: ['audit', 'audit-level'],
  },
  {
    id: 'audit-stage',
    title: 'Stage of a request',
    forms: ['audit stage', 'audit stages'],
    words: 'RequestReceived ResponseStarted ResponseComplete Panic omitStages watch',
    text: 'A moment at which a request is recorded: when it arrives, when a long response starts, and when the response is complete. An open watch has started but is not complete.',
    see: ['audit', 'request', 'watch'],
  },
  {
    id: 'user-agent',
    title: 'User agent',
    forms: ['user agents'],
    words: 'program client name header',
    text: 'The name that a program sends with each request. The audit log records it, so you can tell apart two programs that share a user. A program can send any name, so the name proves nothing.',
    see: ['audit', 'subject', 'request'],
  },
]
