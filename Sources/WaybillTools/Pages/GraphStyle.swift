import WaybillManifest

/// The appearance of each kind, in every format. Shapes and lines distinguish the kinds without color.
enum GraphStyle {
    /// The colors of Okabe and Ito, darkened. People with color blindness can distinguish them.
    struct Ink {
        var stroke: String
        var fill: String

        static let amber = Ink(stroke: "#B07800", fill: "#FDF0D0")
        static let blue = Ink(stroke: "#0072B2", fill: "#E6F2FA")
        static let green = Ink(stroke: "#00795A", fill: "#E0F3EC")
        static let gray = Ink(stroke: "#555555", fill: "#F2F2F2")
        static let purple = Ink(stroke: "#A34C7D", fill: "#FAEAF3")
        static let red = Ink(stroke: "#C04A00", fill: "#FFFFFF")
    }

    struct Shape {
        var title: String
        var dot: String
        var dotStyle = "filled"
        var ink: Ink
        /// The text before and after a label in Mermaid.
        var brackets: (String, String)
    }

    struct Line {
        var title: String
        var ink: Ink
        var dotStyle: String
        var dotHead: String
        var mermaid: String
    }

    static func shape(of kind: ManifestGraph.Kind) -> Shape {
        switch kind {
        case .interceptor: Shape(title: "interceptor", dot: "octagon", ink: .amber, brackets: ("{{", "}}"))
        case .route: Shape(title: "route", dot: "box", ink: .blue, brackets: ("[", "]"))
        case .fallback: Shape(title: "fallback", dot: "house", ink: .gray, brackets: ("[/", "\\]"))
        case .handler: Shape(title: "handler", dot: "cds", ink: .gray, brackets: (">", "]"))
        case .module: Shape(title: "module", dot: "component", ink: .green, brackets: ("[[", "]]"))
        case .requirement:
            Shape(title: "protocol", dot: "box", dotStyle: "filled,rounded", ink: .purple, brackets: ("([", "])"))
        case .target:
            Shape(title: "no route there", dot: "box", dotStyle: "filled,dashed", ink: .red, brackets: ("[", "]"))
        }
    }

    static func line(of kind: ManifestGraph.EdgeKind) -> Line {
        switch kind {
        case .guards: Line(title: "runs before", ink: .amber, dotStyle: "solid", dotHead: "vee", mermaid: "-->")
        case .rewrites:
            Line(title: "rewrites to", ink: .amber, dotStyle: "bold", dotHead: "normalnormal", mermaid: "==>")
        case .forwards:
            Line(title: "forwards to", ink: .blue, dotStyle: "bold", dotHead: "normalnormal", mermaid: "==>")
        case .redirects:
            Line(title: "redirects to", ink: .blue, dotStyle: "bold", dotHead: "normalnormal", mermaid: "==>")
        case .leads: Line(title: "is served by", ink: .blue, dotStyle: "solid", dotHead: "normal", mermaid: "-->")
        case .requires: Line(title: "requires", ink: .green, dotStyle: "dashed", dotHead: "vee", mermaid: "-.->")
        case .provides: Line(title: "is provided by", ink: .purple, dotStyle: "solid", dotHead: "odot", mermaid: "--o")
        case .configures: Line(title: "configures", ink: .purple, dotStyle: "dotted", dotHead: "odot", mermaid: "--o")
        case .adapts: Line(title: "is adapted to", ink: .purple, dotStyle: "bold", dotHead: "normal", mermaid: "==>")
        case .composes:
            Line(title: "is made of", ink: .purple, dotStyle: "dashed", dotHead: "diamond", mermaid: "-.->")
        }
    }
}
