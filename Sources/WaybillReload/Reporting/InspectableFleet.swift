/// A fleet that can say what its instances serve, for the page of `WaybillInspector`.
///
/// `EtcdSource` of `WaybillEtcd` is one. The inspector knows fleets by this protocol alone, so that a service with a page and
/// without a fleet builds no client of a store.
public protocol InspectableFleet: Sendable {
    /// Where the fleet is, for commands to copy, for example `etcd://10.0.0.1:2379/waybill/prod`. It has no password.
    var fleetAddress: String { get }

    /// Returns what is published, and what each instance serves, as `Schemas/fleet.schema.json` describes it.
    ///
    /// The inspector calls it at most once a second, never twice at a time, and only while somebody looks.
    ///
    /// - Throws: An error whose description says why the store does not answer. The page shows it.
    func fleetOverview() async throws -> [UInt8]
}
