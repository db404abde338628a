//! Curves as SVG.

use anyhow::{Result, anyhow};
use plotters::prelude::*;

/// A named curve.
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Curves with the labels of their axes.
pub struct Plot {
    pub title: &'static str,
    pub x: &'static str,
    pub y: &'static str,
    /// Least and most; `None` takes them from the curves.
    pub range: Option<(f64, f64)>,
    pub curves: Vec<Curve>,
}

const SIZE: (u32, u32) = (760, 420);
/// Where the names of the curves begin.
const NAMES: i32 = 590;
const FONT: &str = "sans-serif";
/// Colours that differ for any sight (Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(120, 120, 120),
];

/// Draws curves.
pub fn svg(plot: &Plot) -> Result<String> {
    let mut out = String::new();
    draw(plot, &mut out).map_err(|error| anyhow!("cannot draw {}: {error}", plot.title))?;
    Ok(out)
}

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn draw(drawn: &Plot, out: &mut String) -> Drawn {
    let area = SVGBackend::with_string(out, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (plot, names) = area.split_horizontally(NAMES);
    let points = || drawn.curves.iter().flat_map(|curve| &curve.points);
    let (left, right) = range(points().map(|point| point.0));
    let (bottom, top) = drawn.range.unwrap_or_else(|| range(points().map(|point| point.1)));
    let mut chart = ChartBuilder::on(&plot)
        .caption(drawn.title, (FONT, 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(58)
        .build_cartesian_2d(left..right, bottom..top)?;
    // At most two decimals, and none that are 0.
    let label = |value: &f64| {
        let rounded = (value * 100.0).round() / 100.0;
        rounded.to_string()
    };
    chart
        .configure_mesh()
        .x_desc(drawn.x)
        .y_desc(drawn.y)
        .x_label_formatter(&label)
        .y_label_formatter(&label)
        .label_style((FONT, 13))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (i, curve) in drawn.curves.iter().enumerate() {
        let style = COLOURS[i % COLOURS.len()].stroke_width(2);
        let line = LineSeries::new(curve.points.iter().copied(), style).point_size(2);
        chart.draw_series(line)?;
        let y = 60 + 22 * i as i32;
        names.draw(&PathElement::new([(0, y), (22, y)], style))?;
        names.draw(&Text::new(curve.name.as_str(), (28, y - 6), (FONT, 13)))?;
    }
    area.present()
}

/// Least and most.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low < high { (low, high) } else { (low - 1.0, low + 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_its_name_and_its_points() {
        let curve = Curve { name: "feature-code".to_owned(), points: vec![(1.0, 2.0), (2.0, 1.0)] };
        let plot = Plot { title: "T", x: "a", y: "wrong", range: None, curves: vec![curve] };
        let drawn = svg(&plot).unwrap();
        assert!(drawn.starts_with("<svg"), "{drawn}");
        for text in ["feature-code", "wrong", "<polyline"] {
            assert!(drawn.contains(text), "{text}");
        }
    }
}
