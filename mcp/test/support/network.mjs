// Loaded before the program: a network with a hostile name server. NAMES has its answers by name, one list of
// addresses for each question; the last one is repeated. 2000::1, which counts as public and leads nowhere, is this
// computer: what is sent there arrives here, after the program has decided to send it.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const answers = JSON.parse(process.env.NAMES);
const { lookup } = dns;
const { connect } = net;

dns.lookup = (name, options, callback) => {
  const left = answers[name];
  if (!left) return lookup(name, options, callback);
  const addresses = left.length > 1 ? left.shift() : left[0];
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  process.nextTick(() => callback(null, found));
};

const arriving = ({ address, family }) =>
  address === '2000::1' ? { address: '127.0.0.1', family: 4 } : { address, family };

net.connect = (options, ...rest) => {
  const { lookup: checked = dns.lookup } = options;
  const routed = (host, wanted, callback) =>
    checked(host, wanted, (error, found) => callback(error, error ? found : found.map(arriving)));
  return connect({ ...options, lookup: routed }, ...rest);
};
syncBuiltinESMExports();
