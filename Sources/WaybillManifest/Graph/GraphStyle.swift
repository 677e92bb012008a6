/// How each kind looks, in every format. Shapes and lines tell the kinds apart without colour; the colours are those of Okabe
/// and Ito, which people who see some colours alike tell apart too.
enum GraphStyle {
    struct Shape {
        var title: String
        var dotShape: String
        var dotStyle: String
        var stroke: String
        var fill: String
        /// What stands before and behind a label in Mermaid.
        var brackets: (String, String)
    }

    struct Line {
        var title: String
        var color: String
        var dotStyle: String
        var dotHead: String
        var mermaid: String
    }

    static func shape(of kind: ManifestGraph.Kind) -> Shape {
        switch kind {
        case .interceptor:
            Shape(
                title: "interceptor", dotShape: "octagon", dotStyle: "filled", stroke: "#B07800", fill: "#FDF0D0",
                brackets: ("{{", "}}"))
        case .route:
            Shape(
                title: "route", dotShape: "box", dotStyle: "filled", stroke: "#0072B2", fill: "#E6F2FA",
                brackets: ("[", "]"))
        case .fallback:
            Shape(
                title: "fallback", dotShape: "house", dotStyle: "filled", stroke: "#555555", fill: "#F2F2F2",
                brackets: ("[/", "\\]"))
        case .handler:
            Shape(
                title: "handler", dotShape: "cds", dotStyle: "filled", stroke: "#555555", fill: "#F2F2F2",
                brackets: (">", "]"))
        case .module:
            Shape(
                title: "module", dotShape: "component", dotStyle: "filled", stroke: "#00795A", fill: "#E0F3EC",
                brackets: ("[[", "]]"))
        case .requirement:
            Shape(
                title: "protocol", dotShape: "box", dotStyle: "filled,rounded", stroke: "#A34C7D", fill: "#FAEAF3",
                brackets: ("([", "])"))
        case .target:
            Shape(
                title: "no route there", dotShape: "box", dotStyle: "filled,dashed", stroke: "#C04A00", fill: "#FFFFFF",
                brackets: ("[", "]"))
        }
    }

    static func line(of kind: ManifestGraph.EdgeKind) -> Line {
        switch kind {
        case .guards:
            Line(title: "runs before", color: "#B07800", dotStyle: "solid", dotHead: "vee", mermaid: "-->")
        case .rewrites:
            Line(title: "rewrites to", color: "#B07800", dotStyle: "bold", dotHead: "normalnormal", mermaid: "==>")
        case .redirects:
            Line(title: "redirects to", color: "#0072B2", dotStyle: "bold", dotHead: "normalnormal", mermaid: "==>")
        case .leads:
            Line(title: "is served by", color: "#0072B2", dotStyle: "solid", dotHead: "normal", mermaid: "-->")
        case .requires:
            Line(title: "requires", color: "#00795A", dotStyle: "dashed", dotHead: "vee", mermaid: "-.->")
        case .provides:
            Line(title: "is provided by", color: "#A34C7D", dotStyle: "solid", dotHead: "odot", mermaid: "--o")
        case .configures:
            Line(title: "configures", color: "#A34C7D", dotStyle: "dotted", dotHead: "odot", mermaid: "--o")
        case .adapts:
            Line(title: "is adapted to", color: "#A34C7D", dotStyle: "bold", dotHead: "normal", mermaid: "==>")
        case .composes:
            Line(title: "is made of", color: "#A34C7D", dotStyle: "dashed", dotHead: "diamond", mermaid: "-.->")
        }
    }
}
