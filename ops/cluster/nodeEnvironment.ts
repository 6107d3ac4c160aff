/** Ports of a database machine. */
export const NODE_PORTS = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeer: 2380 } as const;

export interface NodePlace {
  /** 1, 2 or 3. */
  readonly node: number;
  /** Addresses of all database machines. */
  readonly addresses: readonly string[];
}

const readAddress = ({ node, addresses }: NodePlace): string => {
  const address = addresses[node - 1];
  if (address === undefined) throw new Error(`There is no machine ${node}.`);
  return address;
};

/** Settings of etcd on a database machine. */
export const etcdEnvironment = (place: NodePlace): Readonly<Record<string, string>> => {
  const address = readAddress(place);
  const client = `http://${address}:${NODE_PORTS.etcd}`;
  const peer = `http://${address}:${NODE_PORTS.etcdPeer}`;
  return {
    ETCD_NAME: `etcd${place.node}`,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: place.addresses
      .map((other, index) => `etcd${index + 1}=http://${other}:${NODE_PORTS.etcdPeer}`)
      .join(','),
    ETCD_INITIAL_CLUSTER_TOKEN: 'shop',
    ETCD_ENABLE_V2: 'true', // patroni.yml tells why
  };
};

/** Settings of Patroni on a database machine, besides folders and passwords. */
export const patroniEnvironment = (place: NodePlace): Readonly<Record<string, string>> => {
  const address = readAddress(place);
  return {
    PATRONI_NAME: `db${place.node}`,
    PATRONI_ETCD_HOSTS: place.addresses.map((other) => `${other}:${NODE_PORTS.etcd}`).join(','),
    PATRONI_RESTAPI_LISTEN: `${address}:${NODE_PORTS.patroni}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${NODE_PORTS.patroni}`,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_POSTGRESQL_LISTEN: `${address}:${NODE_PORTS.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${NODE_PORTS.postgres}`,
  };
};
