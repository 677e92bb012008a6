import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A running service, which tells what it serves below the address of its status.
struct RunningService {
    /// `http://127.0.0.1:8080/_waybill/status`
    let address: String

    /// The variable that holds the token which the service asks for.
    static let tokenVariable = "WAYBILL_TOKEN"

    /// Seconds, and bytes, after which no more is waited for.
    private static let (limit, mostBytes) = (30, 256 << 20)

    init?(address: String) {
        guard ["http://", "https://"].contains(where: address.lowercased().hasPrefix) else { return nil }
        self.address = address
    }

    /// The manifests that the service serves.
    ///
    /// - Throws: The exit status, once the reason is on standard error.
    func manifests() throws -> ManifestFiles {
        let body = try get(address.hasSuffix("/") ? "\(address)manifests" : "\(address)/manifests")
        guard let archive = try? JSONDecoder().decode(ManifestArchive.self, from: Data(body)),
            archive.version == ManifestArchive.currentVersion
        else { throw failure("its response is not a set of manifests; give the address of a service's status") }
        return archive.manifests
    }

    /// The build that the service runs; `nil` if it does not know it.
    ///
    /// - Throws: The exit status, once the reason is on standard error.
    func build() throws -> String? {
        struct Status: Decodable {
            var generation: Int
            var build: String?
        }
        guard let status = try? JSONDecoder().decode(Status.self, from: Data(get(address))) else {
            throw failure("its response is not a status; give the address of a service's status", "status")
        }
        return status.build
    }

    /// Asked by curl, so that no other run of the command waits for libraries of HTTP and TLS to be loaded.
    private func get(_ url: String) throws -> [UInt8] {
        let arguments = [
            "--disable", "--silent", "--show-error", "--fail", "--max-time", "\(Self.limit)", "--max-filesize",
            "\(Self.mostBytes)", "--config", "-", "--", url,
        ]
        let outcome: ExternalTool.Outcome
        do throws(ExternalTool.Problem) {
            // The token is not among the arguments, which everybody on the machine can read.
            outcome = try ExternalTool.run("curl", arguments, input: configuration, keepsErrors: true)
        } catch {
            throw failure(error.message)
        }
        if outcome.isMissing { throw failure("'curl' is needed, but it is not on the PATH") }
        guard outcome.status == 0 else { throw failure(outcome.errors.withoutLineEnd) }
        return outcome.output
    }

    private var configuration: String {
        guard let token = ProcessInfo.processInfo.environment[Self.tokenVariable], !token.isEmpty else { return "" }
        let quoted = token.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "header = \"Authorization: Bearer \(quoted)\"\n"
    }

    private func failure(_ reason: String, _ wanted: String = "manifests") -> any Error {
        Output.write("waybill: cannot get the \(wanted) of \(address): \(reason)\n", to: .standardError)
        return Status.failure.exit
    }
}
