#if Etcd
    import ArgumentParser
    import Logging
    import WaybillEtcd

    /// The fleet that an instance of the service belongs to. With it, the service takes its manifests from etcd.
    struct FleetPlace: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Serve the set of the fleet at this address, such as etcd://10.0.0.1:2379/waybill/notes, instead of files. "
                    + "ETCD_USER and ETCD_PASSWORD are its user.",
                valueName: "address"),
            transform: { text in
                do { return try EtcdAddress(text) } catch { throw ValidationError("\(error)") }
            })
        var fleet: EtcdAddress?

        @Option(help: "The name of this instance in the fleet. Default: the address where it listens.")
        var instance: String?

        @Option(
            help: ArgumentHelp(
                "Compare what the fleet serves this often. The report of this instance ends after four times as long without "
                    + "a contact.",
                valueName: "seconds"))
        var heartbeat = 45.0

        func validate() throws {
            guard (0.1...3600).contains(heartbeat) else {
                throw ValidationError("--heartbeat must be between 0.1 and 3600.")
            }
        }

        /// - Parameter address: The name of the instance if it has no other.
        /// - Returns: `nil` if the manifests are files.
        func source(for address: String, _ environment: [String: String], _ logger: Logger) -> EtcdSource? {
            guard let fleet else { return nil }
            var options = EtcdOptions()
            if let user = environment["ETCD_USER"], !user.isEmpty {
                options.credentials = .init(user: user, password: environment["ETCD_PASSWORD"] ?? "")
            }
            return EtcdSource(
                fleet, instance: instance ?? address, options: options, heartbeat: .seconds(heartbeat), logger: logger)
        }
    }
#endif
