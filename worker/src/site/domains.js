// Registrable domains, by the Public Suffix List.

import { getDomain } from 'tldts';

/** The registrable domain of an address; undefined if its host has none. @param {string} url */
export function domainOf(url) {
  return getDomain(url, { allowPrivateDomains: true }) ?? undefined;
}

/**
 * A record with the domain of its address. The domain is not stored, since the list of suffixes changes.
 * @template {{ url?: unknown } | undefined} T
 * @param {T} record
 * @returns {T}
 */
export function withDomain(record) {
  return typeof record?.url === 'string' ? { ...record, domain: domainOf(record.url) } : record;
}

/**
 * The same for records with their names.
 * @template {{ url?: unknown } | undefined} T
 * @param {[string, T][]} records
 * @returns {[string, T][]}
 */
export function withDomains(records) {
  return records.map(([name, record]) => [name, withDomain(record)]);
}
